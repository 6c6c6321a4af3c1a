/** The build step that puts a runtime from npm into `dist`. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, 'runtime.mjs');
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});

function install(path: string, content: string): void {
  const file = join(folder, 'node_modules', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, 0o755);
}

/** Installs the package `swift` whose platforms have packages, of which `platform` has the program. */
function installSwift(program: string, script: string): void {
  const optionalDependencies = { '@swift/moon': '1.2.3', '@swift/here': '1.2.3' };
  install('swift/package.json', JSON.stringify({ name: 'swift', optionalDependencies }));
  install(`@swift/here/${program}`, `#!/bin/sh\n${script}\n`);
}

const build = (...names: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...names], { cwd: folder }, (error, stdout, stderr) => {
      resolve({ code: (error?.code as number | undefined) ?? 0, said: `${stdout}${stderr}`.trim() });
    });
  });

test.each(['swift', 'bin/swift'])('the program %s of this platform is linked, twice too', async (program) => {
  installSwift(program, 'echo 1.2.3');
  for (let time = 0; time < 2; time++) {
    expect(await build('swift')).toEqual({ code: 0, said: 'swift 1.2.3' });
    expect(readlinkSync(join(folder, 'dist', 'swift'))).toBe(`../node_modules/@swift/here/${program}`);
  }
});

test('a package that is not installed is named', async () => {
  expect(await build('swift')).toEqual({ code: 1, said: 'the package "swift" is not among those of package.json' });
  expect((await build()).code).toBe(1);
});

test('a platform that the package has no program for is named, with those that it has', async () => {
  install('swift/package.json', JSON.stringify({ optionalDependencies: { '@swift/moon': '1.2.3' } }));
  const { code, said } = await build('swift');
  expect([code, said]).toEqual([
    1,
    `npm has installed no program of swift for ${process.platform} on ${process.arch}; the package has: @swift/moon`,
  ]);
});

test('a program that this processor cannot run is said to be that', async () => {
  installSwift('swift', 'kill -ILL $$');
  expect(await build('swift')).toEqual({
    code: 1,
    said: 'swift cannot run on this processor: it lacks an instruction that the program uses',
  });
});

test('a program that fails is said to, with what it says', async () => {
  installSwift('swift', 'echo "no libswift.so" >&2; exit 127');
  expect(await build('swift')).toEqual({ code: 1, said: 'swift does not start (exit code 127): no libswift.so' });
});
