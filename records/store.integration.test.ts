import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EXIT } from '../system/errors.ts';
import { filesBelow, temporaryFolder, writeFile } from '../system/testing/temporary-folder.ts';
import { RunExistsError, RunStore } from './store.ts';
import { sampleRecord } from './testing/sample-record.ts';
import { writeOnce } from './write-once.ts';

const run = promisify(execFile);
const WRITER = ['--import', 'tsx', join(import.meta.dirname, 'testing', 'sample-writer.ts')];

let folder: string;
let store: RunStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = new RunStore(folder);
});

const put = (file: string, text: string): void => writeFile(join(folder, file), text);

describe('the store', () => {
  test('keeps a record under its session and gives it back unchanged', async () => {
    const record = sampleRecord();
    const { path } = await store.add(record);
    expect(path).toBe(join(folder, 'evening', 'shout-websocket-1.json'));
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(record);
    expect(await store.get('shout-websocket-1')).toEqual(record);
    expect(filesBelow(folder)).toEqual(['evening/shout-websocket-1.json']);
  });

  test('writes each series in one line, for people to read', async () => {
    const { path } = await store.add(sampleRecord());
    expect(readFileSync(path, 'utf8')).toContain('        "sum": [10.5, 8, 9],\n');
  });

  test('knows nothing of an id that was never added, and refuses one that is a path', async () => {
    expect(await store.get('nobody')).toBeNull();
    await expect(store.get('../evening/shout-websocket-1')).rejects.toThrow('id: a run id has only');
  });

  test('never overwrites a run, whatever its session', async () => {
    await store.add(sampleRecord());
    const again = sampleRecord((r) => {
      r.session.note = 'another';
    });
    await expect(store.add(again)).rejects.toThrow(RunExistsError);
    again.session.id = 'morning';
    await expect(store.add(again)).rejects.toThrow('id: a run "shout-websocket-1" is already kept in ');
    expect((await store.get('shout-websocket-1'))?.session.note).toBeNull();
  });

  test('sees what other processes add, change and remove', async () => {
    await store.add(sampleRecord());
    expect(await store.list()).toHaveLength(1);
    const text = JSON.stringify(sampleRecord((r) => Object.assign(r, { id: 'by-hand' })));
    put('evening/by-hand.json', text);
    expect((await store.list()).map(({ id }) => id)).toEqual(['by-hand', 'shout-websocket-1']);
    put('evening/by-hand.json', text.replace('"Shout"', '"Louder"'));
    utimesSync(join(folder, 'evening/by-hand.json'), new Date(), new Date(1e12));
    expect((await store.get('by-hand'))?.identity.frameworkLabel).toBe('Louder');
    rmSync(join(folder, 'evening/by-hand.json'));
    expect(await store.get('by-hand')).toBeNull();
  });

  test('skips files that are no records and says why', async () => {
    await store.add(sampleRecord());
    put('evening/cut.json', '{"schema": "outcry/run@3", "id"');
    put('evening/other.json', '{"schema": "outcry/other@1"}');
    put('evening/renamed.json', JSON.stringify(sampleRecord()));
    put('stray.json', JSON.stringify(sampleRecord((r) => Object.assign(r, { id: 'stray' }))));
    put('evening/notes.txt', 'not meant as a record');
    put('evening/.hidden.json', 'half written');
    put('evening/empty.json', '');
    put('reference/study.json', '{}');
    expect((await store.list()).map(({ id }) => id)).toEqual(['shout-websocket-1']);
    const problems = await store.problems();
    expect(problems.map(({ file }) => file)).toEqual([
      'evening/cut.json',
      'evening/empty.json',
      'evening/other.json',
      'evening/renamed.json',
      'stray.json',
    ]);
    expect(problems[0]!.message).toMatch(/is not JSON/);
    expect(problems[1]!.message).toBe('the record is empty');
    expect(problems[2]!.message).toMatch(/^schema: is "outcry\/other@1"; this Outcry reads "outcry\/run@3" alone/);
    expect(problems[3]!.message).toMatch(/belongs at evening\/shout-websocket-1\.json/);
  });

  test('opens with the examples only while there is nothing else', async () => {
    const example = sampleRecord((r) => {
      r.id = 'example-1';
      r.session.id = 'shown';
    });
    put('example/shown/example-1.json', JSON.stringify(example));
    expect((await store.list()).map(({ id, example }) => [id, example])).toEqual([['example-1', true]]);
    await store.add(sampleRecord());
    expect((await store.list()).map(({ id }) => id)).toEqual(['shout-websocket-1']);
    expect((await store.list({ session: 'shown' })).map(({ id }) => id)).toEqual(['example-1']);
    expect((await store.sessions()).map(({ id, example }) => [id, example])).toEqual(
      expect.arrayContaining([
        ['evening', false],
        ['shown', true],
      ]),
    );
    expect(await store.get('example-1')).toEqual(example);
  });

  test('filters by every part of the identity, several values at once', async () => {
    const add = (id: string, framework: string, transport: 'sse' | 'websocket', session: string) =>
      store.add(
        sampleRecord((r) => {
          r.id = id;
          Object.assign(r.identity, { framework, transport });
          r.session.id = session;
        }),
      );
    await add('a', 'shout', 'sse', 's1');
    await add('b', 'shout', 'websocket', 's1');
    await add('c', 'murmur', 'websocket', 's2');
    const ids = async (filter: Parameters<RunStore['list']>[0]) => (await store.list(filter)).map(({ id }) => id);
    expect(await ids({ framework: 'shout' })).toEqual(['a', 'b']);
    expect(await ids({ framework: ['shout', 'murmur'], transport: 'websocket' })).toEqual(['b', 'c']);
    expect(await ids({ session: 's2' })).toEqual(['c']);
    expect(await ids({ kind: 'imported' })).toEqual([]);
    expect(await ids({ swarm: 'browser', scenario: 'study-a' })).toEqual(['a', 'b', 'c']);
    const [record] = await store.records({ transport: 'sse' });
    expect(record!.metrics.fromSent).toEqual(sampleRecord().metrics.fromSent);
  });

  test('tells of its sessions, newest first', async () => {
    const add = (id: string, session: string, startedAt: string | null, fatal = false) =>
      store.add(
        sampleRecord((r) => {
          r.id = id;
          r.session.id = session;
          r.when.startedAt = startedAt;
          if (fatal) r.validity.push({ code: 'messages-lost', level: 'fatal', message: '3 lost' });
        }),
      );
    await add('a', 'old', '2020-01-01T00:00:00Z');
    await add('b', 'new', '2024-01-01T00:00:00Z', true);
    await add('c', 'new', '2023-12-31T23:00:00-02:00');
    await add('d', 'undated', null);
    const sessions = await store.sessions();
    expect(sessions.map(({ id, runs, invalid }) => [id, runs, invalid])).toEqual([
      ['new', 2, 1],
      ['old', 1, 0],
      ['undated', 1, 0],
    ]);
    expect(sessions[0]).toMatchObject({ startedAt: '2024-01-01T00:00:00Z', frameworks: ['shout'], example: false });
  });

  test('is empty when its folder does not exist', async () => {
    const nowhere = new RunStore(join(folder, 'nowhere'));
    expect(await nowhere.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a folder that cannot be used', () => {
  test('a file in its place is named, with what to do', async () => {
    put('taken', 'a file');
    const blocked = new RunStore(join(folder, 'taken'));
    const error = await blocked.add(sampleRecord()).catch((e) => e);
    expect(error.message).toMatch(/taken: ENOTDIR: a file is in the place of a folder; .* --results DIR/);
    expect(error.exitCode).toBe(EXIT.failed);
  });

  test('a file in the place of the session folder is named', async () => {
    put('evening', 'a file');
    await expect(store.add(sampleRecord())).rejects.toThrow(/cannot write .*evening.*: a file is in the place/);
    expect(filesBelow(folder)).toEqual(['evening']);
  });

  test('a place where no folder can be made is named', async () => {
    await expect(new RunStore('/proc/outcry').add(sampleRecord())).rejects.toThrow(
      /cannot write \/proc\/outcry.*: ENOENT: no folder can be made there; .* --results DIR/,
    );
  });

  test('a write that ends half way leaves nothing behind', async () => {
    // One block of file size is less than a record.
    const command = `ulimit -f 1; exec "$0" "$@"`;
    const { stdout } = await run('bash', ['-c', command, process.execPath, ...WRITER, folder, 'too-big']);
    expect(JSON.parse(stdout)[0]).toMatch(/^StorageError: cannot write .*too-big\.json: EFBIG/);
    expect(filesBelow(folder)).toEqual([]);
  });
});

describe('writing once', () => {
  const refuse = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };

  test('works on a file system without links, and overwrites nothing there either', async () => {
    const path = join(folder, 'a', 'b.json');
    await writeOnce(path, 'first', refuse('ENOTSUP'));
    await expect(writeOnce(path, 'second', refuse('ENOTSUP'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(path, 'utf8')).toBe('first');
    expect(filesBelow(folder)).toEqual(['a/b.json']);
  });

  test('leaves neither file nor folder when the last step fails', async () => {
    await expect(writeOnce(join(folder, 'a', 'b.json'), 'text', refuse('EIO'))).rejects.toMatchObject({ code: 'EIO' });
    expect(readdirSync(folder)).toEqual([]);
  });
});
