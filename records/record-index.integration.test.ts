import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, writeFile } from '../system/testing/temporary-folder.ts';
import { addToIndex, indexFile, readIndex } from './record-index.ts';
import { RunStore } from './store.ts';
import { sampleRecord } from './testing/sample-record.ts';

const run = promisify(execFile);
const READER = ['--import', 'tsx', join(import.meta.dirname, 'testing', 'index-reader.ts')];

let home: string;
let results: string;
let indexes: string;
beforeEach(() => {
  home = temporaryFolder();
  results = join(home, 'results');
  indexes = join(home, 'indexes');
  mkdirSync(results);
});

/** A store as a fresh process would have it: it knows what the index knows. */
function freshStore(from = 1): RunStore {
  return new RunStore(results, { folder: indexes, from });
}

/** Long ago, so that a change of the same second is one of another time. */
let clock = Date.parse('2026-01-01T00:00:00Z');

function put(session: string, id: string, text?: string): string {
  const path = join(results, session, `${id}.json`);
  const record = sampleRecord((r) => {
    r.id = id;
    r.session.id = session;
  });
  writeFile(path, text ?? JSON.stringify(record));
  clock += 1_000;
  utimesSync(path, new Date(clock), new Date(clock));
  return path;
}

async function everythingOf(store: RunStore) {
  return {
    list: await store.list(),
    sessions: await store.sessions(),
    problems: await store.problems(),
    records: await store.records(),
    page: await store.page({ session: ['one', 'two'] }, { offset: 1, limit: 2 }),
  };
}

const filesInIndex = (): string[] => readIndex(indexFile(indexes, results)).map(({ file }) => file);

/** Returns the content that a store without an index reads from the files. */
const fullRead = () => everythingOf(new RunStore(results, { folder: indexes, from: Number.POSITIVE_INFINITY }));

const change = (path: string): void => {
  const text = readFileSync(path, 'utf8').replace('"Shout"', '"Louder"');
  writeFileSync(path, text);
  clock += 1_000;
  utimesSync(path, new Date(clock), new Date(clock));
};

describe('the index', () => {
  beforeEach(() => {
    for (const id of ['a', 'b', 'c']) put('one', id);
    put('two', 'd');
    put('two', 'cut', '{"schema":');
    put('example', 'stray', '{}');
  });

  test('is held against the files also when it was read before anybody asked', async () => {
    await everythingOf(freshStore());
    const store = freshStore();
    await store.prepare();
    change(join(results, 'one', 'a.json'));
    rmSync(join(results, 'one', 'b.json'));
    put('two', 'e');
    expect(await everythingOf(store)).toEqual(await fullRead());
  });

  test('is not made by looking whether there is one', async () => {
    await freshStore().prepare();
    await new RunStore(join(home, 'nowhere'), { folder: indexes }).prepare();
    expect(existsSync(indexes)).toBe(false);
  });

  test.each<[string, () => void]>([
    ['no change', () => {}],
    ['a file added', () => put('two', 'e')],
    ['a file changed in its place', () => change(join(results, 'one', 'b.json'))],
    ['a file removed', () => rmSync(join(results, 'one', 'b.json'))],
    ['a session removed', () => rmSync(join(results, 'one'), { recursive: true })],
    ['a file renamed', () => renameSync(join(results, 'one', 'b.json'), join(results, 'one', 'z.json'))],
    ['a session renamed', () => renameSync(join(results, 'one'), join(results, 'three'))],
    ['a file put over another', () => renameSync(join(results, 'two', 'd.json'), join(results, 'one', 'b.json'))],
    ['a file cut', () => truncateSync(join(results, 'one', 'b.json'), 100)],
    ['a file emptied', () => truncateSync(join(results, 'one', 'b.json'), 0)],
    ['a broken file mended', () => put('two', 'cut')],
  ])('gives what reading all files gives, after %s', async (_, act) => {
    const running = freshStore();
    expect(await everythingOf(running)).toEqual(await fullRead());
    act();
    const expected = await fullRead();
    expect(await everythingOf(running)).toEqual(expected);
    expect(await everythingOf(freshStore())).toEqual(expected);
  });

  test('spares a fresh process the reading: what it says of a file that has not changed is taken', async () => {
    await freshStore().list();
    const known = readIndex(indexFile(indexes, results)).find(({ file }) => file === 'one/a.json')!;
    known.records[0]!.head!.session.note = 'as the index has it';
    addToIndex(indexFile(indexes, results), [known], []);
    const sessions = await freshStore().sessions();
    expect(sessions.find(({ id }) => id === 'one')!.note).toBe('as the index has it');
  });

  test.each<[string, (file: string) => void]>([
    ['is no index', (file) => writeFileSync(file, 'no index at all'.repeat(500))],
    ['is cut', (file) => truncateSync(file, 1_000)],
    ['has lines of something else', (file) => writeFileSync(file, '7\nnull\n{"file":"one/a.json","stamp":3}\n')],
    ['is empty', (file) => truncateSync(file, 0)],
    ['is gone', (file) => rmSync(file)],
  ])('is made again from the files when its own %s', async (_, spoil) => {
    const expected = await everythingOf(freshStore());
    const file = indexFile(indexes, results);
    spoil(file);
    expect(await everythingOf(freshStore())).toEqual(expected);
    expect(filesInIndex()).toHaveLength(6);
  });

  test('goes on without an index that cannot be written any more', async () => {
    const store = freshStore();
    await everythingOf(store);
    put('two', 'e');
    const expected = await fullRead();
    rmSync(indexes, { recursive: true });
    writeFileSync(indexes, 'a file in its place');
    expect(await everythingOf(store)).toEqual(expected);
    put('two', 'f');
    expect(await everythingOf(store)).toEqual(await fullRead());
  });

  test('does not grow without end: lines of files that changed or are gone go when it is read', async () => {
    await freshStore().list();
    const file = indexFile(indexes, results);
    const known = readIndex(file);
    for (let times = 0; times < 5; times++) addToIndex(file, known, ['one/gone.json']);
    expect(readIndex(file)).toEqual(known);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(6);
  });

  test('is done without where its folder cannot be made', async () => {
    writeFileSync(indexes, 'a file in its place');
    expect(await everythingOf(freshStore())).toEqual(await fullRead());
    expect(readFileSync(indexes, 'utf8')).toBe('a file in its place');
  });

  test('is not written for a handful of files', async () => {
    await freshStore(7).list();
    expect(existsSync(indexes)).toBe(false);
    await freshStore(6).list();
    expect(readdirSync(indexes).filter((name) => name.endsWith('.jsonl'))).toHaveLength(1);
  });

  test('leaves nothing in the results folder', async () => {
    const before = readdirSync(results, { recursive: true }).sort();
    await freshStore().list();
    expect(readdirSync(results, { recursive: true }).sort()).toEqual(before);
  });

  test('is told of a file only when that is too old to change unnoticed', async () => {
    const path = join(results, 'one', 'a.json');
    utimesSync(path, new Date(), new Date(Date.now() + 3_600_000));
    await freshStore().list();
    expect(filesInIndex()).toHaveLength(5);
    expect(filesInIndex()).not.toContain('one/a.json');
  });

  test('removes indexes that nobody has opened for long', async () => {
    mkdirSync(indexes);
    const old = join(indexes, 'old.sqlite');
    writeFileSync(old, '');
    utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'));
    writeFileSync(join(indexes, 'new.jsonl'), '');
    await freshStore().list();
    expect(existsSync(old)).toBe(false);
    expect(existsSync(join(indexes, 'new.jsonl'))).toBe(true);
  });
});

test('two processes that make the index at once both list all, and leave a whole one', async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `run-${String(i).padStart(2, '0')}`);
  for (const id of ids) put(`session-${Number(id.slice(-1)) % 3}`, id);
  const readers = await Promise.all([1, 2].map(() => run(process.execPath, [...READER, results, indexes])));
  for (const { stdout } of readers) expect((JSON.parse(stdout) as string[]).sort()).toEqual(ids);
  const files = readIndex(indexFile(indexes, results));
  expect(files).toHaveLength(60);
  for (const { records } of files) expect(records).toEqual([expect.objectContaining({ problem: null })]);
});
