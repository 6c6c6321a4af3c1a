import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { toolEnvironment } from './environment.ts';

const before = { PATH: process.env.PATH, DOTNET_ROOT: process.env.DOTNET_ROOT };
let folder: string;

/** A program that prints `text`, whatever it is asked. */
function program(dir: string, name: string, text: string): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, name), `#!/bin/sh\necho '${text}'\n`, { mode: 0o755 });
}

beforeEach(() => {
  folder = realpathSync(temporaryFolder());
});

afterEach(() => {
  process.env.PATH = before.PATH;
  if (before.DOTNET_ROOT === undefined) delete process.env.DOTNET_ROOT;
  else process.env.DOTNET_ROOT = before.DOTNET_ROOT;
});

test('a toolchain beside an older one on PATH is put before it', async () => {
  program(join(folder, 'old'), 'dotnet', '8.0.100 [/old/sdk]');
  program(join(folder, 'new'), 'dotnet', '10.0.100 [/new/sdk]');
  process.env.PATH = `${join(folder, 'old')}:/usr/bin:/bin`;
  process.env.DOTNET_ROOT = join(folder, 'new');
  const added = await toolEnvironment(['dotnet>=10']);
  expect(added.PATH?.split(':')[0]).toBe(join(folder, 'new'));
  expect(added.DOTNET_ROOT).toBe(join(folder, 'new'));
});

test('a runtime that is killed leaves no pipes for debuggers, unless the user wants them', async () => {
  program(join(folder, 'bin'), 'dotnet', '10.0.100 [/sdk]');
  process.env.PATH = `${join(folder, 'bin')}:/usr/bin:/bin`;
  process.env.DOTNET_ROOT = join(folder, 'bin');
  expect(await toolEnvironment(['dotnet>=10'])).toMatchObject({ DOTNET_EnableDiagnostics: '0' });
  process.env.DOTNET_EnableDiagnostics = '1';
  try {
    expect(await toolEnvironment(['dotnet>=10'])).toMatchObject({ DOTNET_EnableDiagnostics: '1' });
  } finally {
    delete process.env.DOTNET_EnableDiagnostics;
  }
});

test('a toolchain that PATH finds anyway leaves PATH alone', async () => {
  program(join(folder, 'bin'), 'mvn', 'Apache Maven 3.9.9');
  process.env.PATH = `${join(folder, 'bin')}:/usr/bin:/bin`;
  expect(await toolEnvironment(['maven'])).toEqual({});
});

test('a requirement that is not met adds nothing', async () => {
  expect(await toolEnvironment(['maven>=999', 'cobol'])).toEqual({});
});
