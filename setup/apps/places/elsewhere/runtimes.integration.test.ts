import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT } from '../../../../system/errors.ts';
import { setEnvironment } from '../../../../system/testing/environment.ts';
import { temporaryFolder, writeFile } from '../../../../system/testing/temporary-folder.ts';
import { madeUpApp } from '../../manifest/testing/made-up-app.ts';
import type { AskThere } from './ask-there.ts';
import { demandRuntime } from './runtimes.ts';

/** A machine that has these programs, each with the lines that it prints. */
const machine =
  (programs: Record<string, string[]>): AskThere =>
  async ([program, ...words]) =>
    programs[program!] ?? (words[1] === 'echo "$HOME"' ? ['/home/me'] : null);

const java = madeUpApp('coffee', { requires: ['jdk>=17', 'maven'], start: ['java', '@server.args'] });
const dotnet = madeUpApp('sharp', { requires: ['dotnet>=10'], start: ['dotnet', 'server.dll'] });
const found = (app: typeof java, programs: Record<string, string[]>) =>
  demandRuntime(app, 'ssh:lab-2', machine(programs));

test('Node.js is the agent’s, and not looked for', async () => {
  const app = madeUpApp('fast', { requires: ['node'], start: ['node', 'dist/server.mjs'] });
  expect(await found(app, {})).toEqual({ program: 'node', env: {} });
});

test('an app that wants a newer Node.js than an agent does gets it, or is told', async () => {
  const app = madeUpApp('fast', { requires: ['node>=22'], start: ['node', 'dist/server.mjs'] });
  expect(await found(app, { node: ['v22.1.0'] })).toEqual({ program: 'node', env: {} });
  await expect(found(app, { node: ['v20.19.0'] })).rejects.toMatchObject({
    exitCode: EXIT.missing,
    message: expect.stringContaining('Node.js is 20.19.0 in the PATH that ssh gives, and it needs 22 or newer'),
  });
});

test.each([
  ['openjdk 17.0.19 2026-04-21', 'OpenJDK Runtime Environment (build 17.0.19+10)'],
  ['openjdk 21 2023-09-19', 'OpenJDK Runtime Environment (build 21+35-2513)'],
  ['java 25 2025-09-16 LTS'],
])('a Java runtime that says "%s" is new enough for 17', async (...lines) => {
  expect(await found(java, { java: lines })).toEqual({ program: 'java', env: {} });
});

test('.NET is looked for in the home too, with its settings, by the newest ASP.NET Core', async () => {
  const lines = ['Microsoft.AspNetCore.App 8.0.1 [/x]', 'Microsoft.AspNetCore.App 10.0.12 [/x]'];
  expect(await found(dotnet, { '/home/me/.dotnet/dotnet': lines })).toEqual({
    program: '/home/me/.dotnet/dotnet',
    env: { DOTNET_EnableDiagnostics: '0' },
  });
});

test.each<[string, typeof java, Record<string, string[]>, RegExp]>([
  ['no Java', java, {}, /^coffee cannot run on ssh:lab-2: there is no Java runtime, and it needs 17 or newer/],
  [
    'an old Java',
    java,
    { java: ['openjdk 11.0.2 2019-01-15'] },
    /the Java runtime is 11\.0\.2, and it needs 17 or newer/,
  ],
  ['.NET without ASP.NET Core', dotnet, { dotnet: ['Microsoft.NETCore.App 10.0.1 [/x]'] }, /there is no \.NET runtime/],
])('%s is named, with how to get one', async (_, app, programs, message) => {
  await expect(found(app, programs)).rejects.toMatchObject({
    exitCode: EXIT.missing,
    message: expect.stringMatching(message),
  });
});

describe('a program of the app’s own folder', () => {
  const folder = temporaryFolder();
  const own = (program: string) => madeUpApp('own', { dir: folder, start: [program, 'serve'] });
  /** The head of a program for this kind of machine, with a loader where it is dynamic. */
  const elf = (machine: number, dynamic: boolean): Buffer => {
    const head = Buffer.alloc(120);
    head.write('7f454c460201', 'hex');
    head.writeUInt16LE(machine, 18);
    head.writeBigUInt64LE(64n, 32);
    head.writeUInt16LE(56, 54);
    head.writeUInt16LE(1, 56);
    head.writeUInt32LE(dynamic ? 3 : 1, 64);
    return Buffer.concat([head, Buffer.from('\0GLIBC_2.9\0GLIBC_2.34\0')]);
  };

  beforeAll(() => {
    writeFile(join(folder, 'dist/script'), '#!/bin/sh\n');
    writeFile(join(folder, 'dist/venv/bin/python'), '');
    writeFile(join(folder, 'dist/venv/pyvenv.cfg'), '');
    mkdirSync(join(folder, 'dist'), { recursive: true });
    writeFileSync(join(folder, 'dist/static'), elf(62, false));
    writeFileSync(join(folder, 'dist/dynamic'), elf(62, true));
  });

  test.each([
    ['dist/script', {}],
    ['dist/static', { uname: ['x86_64'] }],
    ['dist/dynamic', { uname: ['x86_64'], getconf: ['glibc 2.36'] }],
  ])('%s is sent with it', async (program, programs) => {
    expect(await found(own(program), programs)).toEqual({ program, env: {} });
  });

  test.each([
    ['dist/static', { uname: ['aarch64'] }, 'dist/static is built for x86_64, and that machine is aarch64;'],
    ['dist/dynamic', { uname: ['x86_64'], getconf: ['glibc 2.31'] }, 'C library 2.34 or newer, and it is 2.31;'],
    ['dist/dynamic', { uname: ['x86_64'] }, 'C library 2.34 or newer, and there is none;'],
    ['dist/venv/bin/python', {}, 'its virtual environment of Python holds paths of this machine;'],
  ])('%s on a machine of %j cannot run, and the message says why', async (program, programs, says) => {
    await expect(found(own(program), programs)).rejects.toMatchObject({
      exitCode: EXIT.missing,
      message: expect.stringMatching(`^own cannot run on ssh:lab-2: .*${says}`),
    });
  });
});

test('a service must be named by its address', async () => {
  const app = madeUpApp('fast', { requires: ['node', 'redis>=7'], start: ['node', 'dist/server.mjs'] });
  setEnvironment({ REDIS_URL: undefined });
  await expect(found(app, {})).rejects.toMatchObject({
    exitCode: EXIT.usage,
    message: expect.stringMatching(/set REDIS_URL to the address of one, as ssh:lab-2 reaches it/),
  });
  setEnvironment({ REDIS_URL: 'redis://192.0.2.1' });
  expect(await found(app, {})).toEqual({ program: 'node', env: {} });
});
