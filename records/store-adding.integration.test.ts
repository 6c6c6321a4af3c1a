/** Adding to a store of many sessions: one record per id, and no file read that need not be. */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesBelow, temporaryFolder } from '../system/testing/temporary-folder.ts';
import { RunExistsError, RunStore } from './store.ts';
import { sampleRecord } from './testing/sample-record.ts';

const run = promisify(execFile);
const WRITER = ['--import', 'tsx', join(import.meta.dirname, 'testing', 'sample-writer.ts')];

let folder: string;
let store: RunStore;
beforeEach(() => {
  folder = temporaryFolder();
  store = new RunStore(folder);
});

const files = (): string[] => filesBelow(folder);

describe('adding to the store', () => {
  test('takes one of many adds of one id at once in as many sessions, and is left with no file of another', async () => {
    const inSession = (i: number) => sampleRecord((r) => Object.assign(r.session, { id: `session-${i}` }));
    const adds = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => store.add(inSession(i))));
    expect(adds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(adds.filter((add) => add.status === 'rejected' && add.reason instanceof RunExistsError)).toHaveLength(19);
    expect(await store.problems()).toEqual([]);
    expect(files()).toHaveLength(1);
  });

  test('takes each id once when two processes add the same ids to sessions of their own', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `run-${i}`);
    const writers = await Promise.all(
      ['one', 'two'].map((session) =>
        run(process.execPath, [...WRITER, folder, ...ids.map((id) => `${session}/${id}`)]),
      ),
    );
    const [first, second] = writers.map(({ stdout }) => JSON.parse(stdout) as string[]);
    for (const i of ids.keys()) expect([first![i]!, second![i]!].filter((came) => came === 'kept')).toHaveLength(1);
    expect(await store.problems()).toEqual([]);
    expect(files()).toHaveLength(40);
  });

  test('does not wait for the lock file that a killed process left for an id', async () => {
    writeFileSync(join(folder, '.shout-websocket-1.claim'), '');
    utimesSync(join(folder, '.shout-websocket-1.claim'), new Date(), new Date(1e12));
    await store.add(sampleRecord());
    expect(files()).toEqual(['evening/shout-websocket-1.json']);
  });

  test('keeps a discarded run beside the runs of its session, in no list', async () => {
    const attempt = sampleRecord();
    await store.discard(attempt);
    await store.add({ ...attempt, when: { ...attempt.when, startedAt: '2026-11-22T08:00:00.000Z' } });
    const [aside] = files().filter((file) => file.includes('.discarded'));
    expect(JSON.parse(readFileSync(join(folder, aside!), 'utf8'))).toEqual(attempt);
    expect((await store.records()).map(({ when }) => when.startedAt)).toEqual(['2026-11-22T08:00:00.000Z']);
    expect(await store.problems()).toEqual([]);
  });

  test('finds the discarded runs of a run, oldest first, whatever else lies there', async () => {
    const begun = (startedAt: string) => ({ ...sampleRecord(), when: { ...sampleRecord().when, startedAt } });
    const attempts = [begun('2026-11-22T08:00:00.000Z'), begun('2026-11-22T08:01:00.000Z')];
    const { id, session } = attempts[0]!;
    expect(await store.discardedOf(session.id, id)).toEqual([]);
    for (const attempt of [...attempts].reverse()) await store.discard(attempt);
    await store.discard({ ...attempts[0]!, id: `${id}.1` });
    writeFileSync(join(folder, session.id, '.discarded', `${id}.half.json`), '{"id":');
    expect((await store.discardedOf(session.id, id)).map(({ when }) => when)).toEqual(attempts.map(({ when }) => when));
    expect(await store.discardedOf('another', id)).toEqual([]);
  });

  test('reads no other file to add a record', async () => {
    const MANY = 10;
    const LARGE = 15 * 2 ** 20;
    mkdirSync(join(folder, 'evening'));
    for (let i = 0; i < MANY; i++) {
      writeFileSync(join(folder, `evening/large-${i}.json`), '');
      truncateSync(join(folder, `evening/large-${i}.json`), LARGE);
    }
    const readBytes = () => Number(/^rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))![1]);
    const before = readBytes();
    await store.add(sampleRecord());
    expect(readBytes() - before).toBeLessThan(LARGE);
  });
});
