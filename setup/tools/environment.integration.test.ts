import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironment } from '../../system/testing/environment.ts';
import { makeProgram } from '../../system/testing/program.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { toolEnvironment } from './environment.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(temporaryFolder());
});

/** A program that prints `text`, whatever it is asked. */
const program = (dir: string, name: string, text: string): string =>
  makeProgram(join(folder, dir, name), `echo '${text}'`);

test('a toolchain beside an older one on PATH is put before it', async () => {
  program('old', 'dotnet', '8.0.100 [/old/sdk]');
  program('new', 'dotnet', '10.0.100 [/new/sdk]');
  setEnvironment({ PATH: `${join(folder, 'old')}:/usr/bin:/bin`, DOTNET_ROOT: join(folder, 'new') });
  const added = await toolEnvironment(['dotnet>=10']);
  expect(added.PATH?.split(':')[0]).toBe(join(folder, 'new'));
  expect(added.DOTNET_ROOT).toBe(join(folder, 'new'));
});

test('a runtime that is killed leaves no pipes for debuggers, whatever the caller has set', async () => {
  program('bin', 'dotnet', '10.0.100 [/sdk]');
  setEnvironment({ PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, DOTNET_ROOT: join(folder, 'bin') });
  expect(await toolEnvironment(['dotnet>=10'])).toMatchObject({ DOTNET_EnableDiagnostics: '0' });
  setEnvironment({ DOTNET_EnableDiagnostics: '1' });
  expect(await toolEnvironment(['dotnet>=10'])).toMatchObject({ DOTNET_EnableDiagnostics: '0' });
});

test('Go builds with the version that was found, and downloads no other', async () => {
  program('bin', 'go', 'go version go1.26.8 linux/amd64');
  setEnvironment({ PATH: `${join(folder, 'bin')}:/usr/bin:/bin` });
  expect(await toolEnvironment(['go>=1.24'])).toEqual({ GOTOOLCHAIN: 'local' });
});

test('a toolchain that PATH finds anyway leaves PATH alone', async () => {
  program('bin', 'mvn', 'Apache Maven 3.9.9');
  setEnvironment({ PATH: `${join(folder, 'bin')}:/usr/bin:/bin` });
  expect(await toolEnvironment(['maven'])).toEqual({});
});

test('a requirement that is not met adds nothing', async () => {
  expect(await toolEnvironment(['maven>=999', 'cobol'])).toEqual({});
});
