/** Symbolic links among the results: named as problems, never followed. */
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { RunStore } from './store.ts';
import { sampleRecord } from './testing/sample-record.ts';

let folder: string;
let results: string;
let elsewhere: string;
beforeEach(() => {
  folder = temporaryFolder();
  results = join(folder, 'results');
  elsewhere = join(folder, 'elsewhere');
  mkdirSync(join(results, 'evening'), { recursive: true });
  mkdirSync(elsewhere);
});

const withId = (id: string) => sampleRecord((record) => Object.assign(record, { id }));

test('links to records, to folders and to nothing are named, and what they lead to is not read', async () => {
  writeFileSync(join(elsewhere, 'linked.json'), JSON.stringify(withId('linked')));
  symlinkSync(join(elsewhere, 'linked.json'), join(results, 'evening', 'linked.json'));
  symlinkSync(elsewhere, join(results, 'folder'));
  symlinkSync(join(folder, 'nothing'), join(results, 'evening', 'broken.json'));
  symlinkSync('..', join(results, 'evening', 'back'));
  const store = new RunStore(results);
  await store.add(withId('own'));
  expect((await store.list()).map(({ id }) => id)).toEqual(['own']);
  expect(await store.get('linked')).toBeNull();
  const problems = await store.problems();
  expect(problems.map(({ file }) => file).sort()).toEqual([
    'evening/back',
    'evening/broken.json',
    'evening/linked.json',
    'folder',
  ]);
  for (const { message } of problems) expect(message).toContain('is a symbolic link');
});

test('a record whose session folder is a link is refused, since it could not be read', async () => {
  symlinkSync(elsewhere, join(results, 'night'));
  const record = sampleRecord((each) => Object.assign(each.session, { id: 'night' }));
  await expect(new RunStore(results).add(record)).rejects.toThrow(/night is a symbolic link, and links among/);
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('the results folder itself may be a link', async () => {
  symlinkSync(results, join(folder, 'linked-results'));
  const store = new RunStore(join(folder, 'linked-results'));
  await store.add(withId('own'));
  expect((await store.list()).map(({ id }) => id)).toEqual(['own']);
  expect(await store.problems()).toEqual([]);
});
