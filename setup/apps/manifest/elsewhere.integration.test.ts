import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder, writeFile } from '../../../system/testing/temporary-folder.ts';
import { findApps } from './elsewhere.ts';
import { readApps } from './manifest.ts';

const [own] = readApps();
let folder: string;

/** An app like one of ours, in `place`. */
function put(place: string, id: string): string {
  const { dir: _, clientVersion: __, ...manifest } = own!;
  writeFile(join(place, 'app.json'), JSON.stringify({ ...manifest, id, clientPackage: null }));
  return place;
}

beforeEach(() => {
  folder = temporaryFolder();
});

const others = (...folders: string[]) => findApps(folders).filter(({ elsewhere }) => elsewhere);

test('without a folder there are the apps of this checkout alone', () => {
  expect(findApps()).toEqual(readApps());
});

test('apps in a folder come beside ours, and are built in a copy', () => {
  put(join(folder, 'murmur'), 'murmur');
  mkdirSync(join(folder, 'not-an-app'));
  const [murmur] = others(folder);
  expect(murmur).toMatchObject({ id: 'murmur', source: join(folder, 'murmur') });
  expect(murmur!.dir.startsWith(folder)).toBe(false);
  expect(findApps([folder]).map(({ id }) => id)).toEqual([...readApps().map(({ id }) => id), 'murmur'].sort());
});

test('a folder may be an app’s itself, and there may be several', () => {
  const folders = [put(join(folder, 'murmur'), 'murmur'), put(join(folder, 'whisper'), 'whisper')];
  expect(others(...folders).map(({ id }) => id)).toEqual(['murmur', 'whisper']);
});

test('a folder that is not there or has no app in it is an error that names it', () => {
  expect(() => findApps([join(folder, 'none')])).toThrow(
    `there is no folder ${join(folder, 'none')} to look for apps in`,
  );
  expect(() => findApps([folder])).toThrow(`there is no app in ${folder}`);
});

test('a broken app is an error that names its file in full', () => {
  mkdirSync(join(folder, 'murmur'));
  writeFileSync(join(folder, 'murmur', 'app.json'), '{');
  expect(() => findApps([folder])).toThrow(`${join(folder, 'murmur', 'app.json')}: not JSON`);
});

test('two apps of one name are an error that names both', () => {
  put(join(folder, own!.id), own!.id);
  expect(() => findApps([folder])).toThrow(
    new RegExp(`two apps are called "${own!.id}": .*${join('apps', own!.id)}.* and .*${folder}|${folder}.* and `),
  );
});
