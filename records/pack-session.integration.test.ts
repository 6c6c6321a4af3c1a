/** Packed sessions: written by packing, read by the store as the files that they hold. */
import { mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EXIT } from '../system/errors.ts';
import { filesBelow, temporaryFolder, writeFile } from '../system/testing/temporary-folder.ts';
import { packedRecords, packSession } from './pack-session.ts';
import { PACKED, readPacked, UNPACKED_LIMIT_BYTES, unpack } from './packed-session.ts';
import { indexFile, readIndex } from './record-index.ts';
import { RunExistsError, RunStore } from './store.ts';
import { sampleRecord } from './testing/sample-record.ts';

let results: string;
beforeEach(() => {
  results = temporaryFolder();
});

const withId = (id: string) => sampleRecord((record) => Object.assign(record, { id }));
const inSession = (...path: string[]) => join(results, 'evening', ...path);
/** Returns everything that a new process would read. */
async function everything(folder = results) {
  const store = new RunStore(folder);
  return {
    list: await store.list(),
    sessions: await store.sessions(),
    records: await store.records(),
    kept: await Promise.all(['a', 'b', 'c'].map((id) => store.get(id))),
    discarded: await store.discardedOf('evening', 'a'),
  };
}

/** A finished session of three runs, one of them done again, and each of its files with its bytes. */
async function makeSession(): Promise<Map<string, Buffer>> {
  const store = new RunStore(results);
  for (const id of ['a', 'b', 'c']) await store.add(withId(id));
  await store.discard(withId('a'));
  writeFile(inSession('.session.json'), '{"id": "evening",\n "finished": true}\n');
  writeFile(inSession('notes.txt'), 'naïve – with\r\nother line ends');
  return new Map(filesBelow(results).map((file) => [file.slice('evening/'.length), readFileSync(join(results, file))]));
}

test('the records of a session for other people hold nothing else of its folder, packed or not', async () => {
  await makeSession();
  const records = ['a.json', 'b.json', 'c.json'];
  const [loose, before] = [packedRecords(results, 'evening'), filesBelow(results)];
  expect([[...unpack(loose).keys()], before]).toEqual([records, filesBelow(results)]);
  await packSession(results, 'evening');
  expect(packedRecords(results, 'evening')).toEqual(loose);
});

describe('packing a session', () => {
  test('leaves one file, which holds each file byte for byte and is read like them', async () => {
    const files = await makeSession();
    const before = await everything();
    expect(await packSession(results, 'evening')).toMatchObject({ path: inSession(PACKED), files: 6 });
    expect(filesBelow(results)).toEqual([`evening/${PACKED}`]);
    const packed = [...readPacked(inSession(PACKED))].map(([name, text]) => [name, Buffer.from(text)]);
    expect(new Map(packed as [string, Buffer][])).toEqual(files);
    expect(await everything()).toEqual(before);
    expect(before.discarded).toHaveLength(1);
    expect(await new RunStore(results).problems()).toEqual([]);
  });

  test('gives the same bytes for the same files, whenever and in whichever order they were written', async () => {
    const pack = async (order: string[]): Promise<Buffer> => {
      rmSync(results, { recursive: true });
      mkdirSync(results);
      for (const id of order) await new RunStore(results).add(withId(id));
      await packSession(results, 'evening');
      return readFileSync(inSession(PACKED));
    };
    const first = await pack(['a', 'b', 'c']);
    expect(await pack(['c', 'a', 'b'])).toEqual(first);
    expect(first.subarray(4, 8)).toEqual(Buffer.alloc(4));
  });

  test('takes in what was added since, which until then lies beside', async () => {
    await makeSession();
    await packSession(results, 'evening');
    const before = readFileSync(inSession(PACKED));
    const store = new RunStore(results);
    await store.add(withId('d'));
    await expect(store.add(withId('a'))).rejects.toThrow(RunExistsError);
    expect(readFileSync(inSession(PACKED))).toEqual(before);
    expect((await store.list()).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(await packSession(results, 'evening')).toMatchObject({ files: 1 });
    expect((await new RunStore(results).list()).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    expect(filesBelow(results)).toEqual([`evening/${PACKED}`]);
  });

  test('takes in the newer session file of one that was resumed', async () => {
    await makeSession();
    await packSession(results, 'evening');
    const newer = '{"id": "evening", "runs": 4, "finished": true}';
    writeFile(inSession('.session.json'), newer);
    await packSession(results, 'evening');
    expect(filesBelow(results)).toEqual([`evening/${PACKED}`]);
    expect(readPacked(inSession(PACKED)).get('.session.json')).toBe(newer);
  });

  test.each([
    ['its files were removed', () => true],
    ['the second half of them was', (_: string, i: number) => i < 3],
    ['the last of them was', (name: string) => name === '.session.json'],
  ])('goes on where it was killed before %s', async (_, isLeft) => {
    const files = await makeSession();
    const before = await everything();
    await packSession(results, 'evening');
    for (const [i, [name, bytes]] of [...files].entries()) if (isLeft(name, i)) writeFile(inSession(name), bytes);
    expect(await everything()).toEqual(before);
    await packSession(results, 'evening');
    expect(filesBelow(results)).toEqual([`evening/${PACKED}`]);
    expect(await everything()).toEqual(before);
  });

  test.each<[string, () => void, RegExp]>([
    [
      'unfinished',
      () => writeFile(inSession('.session.json'), '{"finished": false}'),
      /is not finished; finish it first with/,
    ],
    ['with a file that is no text', () => writeFile(inSession('noise'), Buffer.from([0xff, 0xfe])), /noise is no text/],
    ['with a folder', () => writeFile(inSession('more', 'a.json'), '{}'), /more is no file, .* move it away/],
  ])('refuses a session %s, and leaves it as it is', async (_, spoil, message) => {
    await makeSession();
    spoil();
    const before = filesBelow(results);
    const error = await packSession(results, 'evening').catch((e) => e);
    expect([error.message, error.exitCode]).toEqual([expect.stringMatching(message), EXIT.usage]);
    expect(filesBelow(results)).toEqual(before);
  });

  test('refuses a record that was changed after it was packed', async () => {
    await makeSession();
    await packSession(results, 'evening');
    writeFile(inSession('a.json'), 'another text');
    await expect(packSession(results, 'evening')).rejects.toThrow(/a\.json differs from what .* holds under its name/);
    expect(readFileSync(inSession('a.json'), 'utf8')).toBe('another text');
  });

  test('refuses what is no session, and one that is packed', async () => {
    await makeSession();
    mkdirSync(join(results, 'empty'));
    await expect(packSession(results, 'morning')).rejects.toThrow(/there is no session "morning" in .* --results DIR/);
    await expect(packSession(results, '../evening')).rejects.toThrow(/there is no session/);
    await expect(packSession(results, 'empty')).rejects.toThrow('there are no records of a session "empty"');
    await packSession(results, 'evening');
    await expect(packSession(results, 'evening')).rejects.toThrow('is packed already');
  });
});

describe('a packed session', () => {
  const packed = (files: object, schema = 'outcry/packed-session@1') => gzipSync(JSON.stringify({ schema, files }));

  test.each<[string, () => Buffer, RegExp]>([
    [
      'that is cut',
      () => packed({ 'a.json': 'x'.repeat(1000) }).subarray(0, 25),
      /is not whole: unexpected end of file/,
    ],
    ['that is no gzip', () => Buffer.from('{}'), /is not whole: incorrect header check/],
    ['that is a bomb', () => gzipSync(Buffer.alloc(UNPACKED_LIMIT_BYTES + 1)), /holds more than \d+ bytes/],
    ['that holds no JSON', () => gzipSync('{'), /is not JSON once unpacked/],
    ['of null', () => gzipSync('null'), /^schema: must be/],
    [
      'of another schema',
      () => packed({ 'a.json': '{}' }, 'outcry/other@1'),
      /^schema: must be "outcry\/packed-session@1"/,
    ],
    ['without files', () => packed([]), /^files: must hold a text/],
    ['of objects', () => packed({ 'a.json': {} }), /^files\.a\.json: must be a text/],
  ])('%s is a problem, and does not keep others from being read', async (_, content, message) => {
    writeFile(join(results, 'night', PACKED), content());
    const store = new RunStore(results);
    await store.add(withId('a'));
    expect((await store.list()).map(({ id }) => id)).toEqual(['a']);
    expect(await store.problems()).toEqual([{ file: `night/${PACKED}`, message: expect.stringMatching(message) }]);
  });

  test('of which some files are no records gives the others, and names those', async () => {
    const of = (id: string) => JSON.stringify(withId(id));
    const files = {
      'a.json': of('a'),
      'cut.json': '{',
      'b.json': of('renamed'),
      '../c.json': of('c'),
      '.d.json': of('d'),
    };
    writeFile(inSession(PACKED), packed(files));
    const store = new RunStore(results);
    expect((await store.list()).map(({ id }) => id)).toEqual(['a']);
    expect((await store.problems()).map(({ file }) => file)).toEqual([
      `evening/${PACKED}/cut.json`,
      `evening/${PACKED}/b.json`,
    ]);
    expect(await store.get('c')).toBeNull();
  });

  test('that is replaced while the store is open is read anew', async () => {
    writeFile(inSession(PACKED), packed({ 'a.json': JSON.stringify(withId('a')) }));
    const store = new RunStore(results);
    expect(await store.get('a')).not.toBeNull();
    writeFile(
      inSession(PACKED),
      packed({ 'b.json': JSON.stringify(withId('b')), 'c.json': JSON.stringify(withId('c')) }),
    );
    expect((await store.list()).map(({ id }) => id)).toEqual(['b', 'c']);
    expect(await store.get('a')).toBeNull();
    rmSync(inSession(PACKED));
    expect(await store.list()).toEqual([]);
  });

  test('is in the index like other files', async () => {
    const indexes = join(results, '.indexes');
    writeFile(inSession(PACKED), packed({ 'a.json': JSON.stringify(withId('a')), 'b.json': '{' }));
    utimesSync(inSession(PACKED), new Date(1e12), new Date(1e12));
    const open = () => new RunStore(results, { folder: indexes, from: 1 });
    const everyway = async (store: RunStore) => [await store.list(), await store.records(), await store.problems()];
    const expected = await everyway(open());
    const files = readIndex(indexFile(indexes, results));
    const file = `evening/${PACKED}`;
    expect(files.map((one) => [one.file, ...one.records.map((record) => record.file)])).toEqual([
      [file, `${file}/a.json`, `${file}/b.json`],
    ]);
    expect(await everyway(open())).toEqual(expected);
  });
});
