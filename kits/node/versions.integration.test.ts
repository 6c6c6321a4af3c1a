import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { installedVersion } from './versions.ts';

let folder: string;
const from = (): string => pathToFileURL(join(folder, 'dist', 'server.mjs')).href;

function install(name: string, manifest: object): void {
  mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify(manifest));
}

beforeEach(() => {
  folder = temporaryFolder();
});

test('a package’s version is read where it is installed, whether the package exports it or not', () => {
  install('shout', { version: '1.2.3', exports: { '.': './index.js' } });
  install('@loud/shout', { version: '4.5.6' });
  expect(installedVersion('shout', from())).toBe('1.2.3');
  expect(installedVersion('@loud/shout', from())).toBe('4.5.6');
});

test('a package that is not installed is named', () => {
  expect(() => installedVersion('murmur', from())).toThrow('murmur is not installed');
});
