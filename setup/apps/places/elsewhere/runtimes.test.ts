import { EXIT } from '../../../../system/errors.ts';
import { setEnvironment } from '../../../../system/testing/environment.ts';
import { madeUpApp } from '../../manifest/testing/made-up-app.ts';
import { type AskThere, demandRuntime } from './runtimes.ts';

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
