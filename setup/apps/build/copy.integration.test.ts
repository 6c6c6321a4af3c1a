import { existsSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../system/root.ts';
import { temporaryFolder, writeFile } from '../../../system/testing/temporary-folder.ts';
import { readKits } from '../manifest/kits.ts';
import type { App } from '../manifest/manifest.ts';
import { copyDir, refreshCopy } from './copy.ts';

let folder: string;
let app: App;

const write = (dir: string, file: string, text: string): void => writeFile(join(dir, file), text);

beforeEach(() => {
  folder = temporaryFolder();
  app = { id: 'shout', source: join(folder, 'shout'), dir: join(folder, 'copy', 'apps', 'shout') } as unknown as App;
  write(app.source!, 'server.ts', 'one');
  write(app.source!, 'parts/room.ts', 'room');
});

test('a copy has the app’s sources, and nothing that was built or installed where it is kept', () => {
  const left = ['node_modules', 'parts/obj', 'dist', 'target', '__pycache__', '.venv', 'venv', 'bin'];
  for (const name of left) write(app.source!, `${name}/old`, 'old');
  write(app.source!, 'src/bin/server.rs', 'a program');
  refreshCopy(app);
  expect(readFileSync(join(app.dir, 'parts/room.ts'), 'utf8')).toBe('room');
  expect(readFileSync(join(app.dir, 'src/bin/server.rs'), 'utf8')).toBe('a program');
  for (const name of left) expect(existsSync(join(app.dir, name))).toBe(false);
});

test('a copy finds beside it and above it what an app in apps/ finds there', () => {
  refreshCopy(app);
  const found = (path: string): string => realpathSync(join(app.dir, path));
  expect(found('../../protocol/socket.ts')).toBe(join(ROOT, 'protocol', 'socket.ts'));
  for (const kit of readKits()) expect(found(`../../kits/${kit.id}`)).toBe(kit.dir);
});

test('a copy finds the apps that it imports from beside it', () => {
  write(folder, 'whisper/client.ts', 'client');
  refreshCopy({ ...app, imports: ['whisper'] });
  expect(readFileSync(join(app.dir, '../whisper/client.ts'), 'utf8')).toBe('client');
});

test('a copy follows the app, and keeps what was built in it', () => {
  refreshCopy(app);
  for (const file of ['node_modules/lib/index.js', 'dist/server.mjs']) write(app.dir, file, 'built here');
  rmSync(join(app.source!, 'parts'), { recursive: true });
  write(app.source!, 'server.ts', 'two');
  refreshCopy(app);
  expect(readFileSync(join(app.dir, 'server.ts'), 'utf8')).toBe('two');
  expect(existsSync(join(app.dir, 'parts'))).toBe(false);
  expect(readFileSync(join(app.dir, 'dist/server.mjs'), 'utf8')).toBe('built here');
  expect(existsSync(join(app.dir, 'node_modules/lib/index.js'))).toBe(true);
});

test('apps of one id in two folders, and two versions of one, have a copy each', () => {
  const one = { id: 'shout', source: '/one/shout', elsewhere: true } as const;
  const dirs = [
    one,
    { ...one, source: '/other/shout' },
    { ...one, version: '1.0.0' },
    { id: 'shout', version: '1.0.0' },
  ].map(copyDir);
  expect(new Set(dirs).size).toBe(4);
  for (const dir of dirs) expect(dir.endsWith(join('apps', 'shout'))).toBe(true);
});
