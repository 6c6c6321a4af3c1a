import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setEnvironment } from '../../system/testing/environment.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { inLoaderCache, libraryCalled, meetsLibrary } from './libraries.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  setEnvironment({ LD_LIBRARY_PATH: folder });
});

const holding = (text: string): string => {
  const path = join(folder, 'libsqlite3.so.0');
  writeFileSync(path, `\x7fELF 9.9.9 \x00${text}\x00and 3.1.1 more`);
  return path;
};

test('a library that is new enough is what the loader would take, with its version', async () => {
  const path = holding('3.37.0');
  expect(await meetsLibrary('libsqlite3>=3.37')).toEqual({
    id: 'libsqlite3',
    label: 'SQLite (libsqlite3)',
    state: 'ok',
    version: '3.37.0',
    path,
    howToGet: '',
  });
});

test('one that is too old says so, and what is needed', async () => {
  const path = holding('3.36.0');
  expect(await meetsLibrary('libsqlite3>=3.37')).toMatchObject({
    state: 'too old',
    version: '3.36.0',
    path,
    howToGet: expect.stringMatching(/^3\.37 or newer is needed: apt-get install /),
  });
});

test('of one that does not say how old it is, nothing is known against it', async () => {
  const path = holding('nothing');
  expect(await meetsLibrary('libsqlite3>=3.37')).toMatchObject({ state: 'ok', version: null, path });
});

test('where libraries are no files, nothing is known against them', async () => {
  holding('3.36.0');
  expect(await meetsLibrary('libsqlite3>=3.37', 'darwin')).toMatchObject({ state: 'ok', version: null, path: null });
});

test('the loader’s cache names files for several processors', () => {
  const cache = [
    "2 libs found in cache `/etc/ld.so.cache'",
    '\tlibx.so.1 (libc6) => /lib/i386-linux-gnu/libx.so.1',
    '\tlibx.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libx.so.1',
    '\tlibx.so.1 (libc6,AArch64) => /lib/aarch64-linux-gnu/libx.so.1',
    '\tlibx.so (libc6,x86-64) => /lib/x86_64-linux-gnu/libx.so',
  ].join('\n');
  expect(inLoaderCache(cache, 'libx.so.1', 'x64')).toEqual(['/lib/x86_64-linux-gnu/libx.so.1']);
  expect(inLoaderCache(cache, 'libx.so.1', 'arm64')).toEqual(['/lib/aarch64-linux-gnu/libx.so.1']);
  expect(inLoaderCache('', 'libx.so.1')).toEqual([]);
});

test('a library that is unknown is none', () => {
  expect(libraryCalled('libabacus')).toBeUndefined();
});
