import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { RunRecord } from '../protocol/run-record.ts';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import * as packing from './packed-session.ts';

const readPacked = jest.fn(packing.readPacked);
jest.unstable_mockModule('./packed-session.ts', () => ({ ...packing, readPacked }));
/** As one that is full. */
class FullCache {
  get = () => null;
  set(): void {}
  drop(): void {}
  keep(): void {}
}
jest.unstable_mockModule('./record-cache.ts', () => ({ RecordCache: FullCache }));
// Only now: what was loaded before would have the modules themselves.
const { RunStore } = await import('./store.ts');
const { formatRecord } = await import('./record-text.ts');
const { sampleRecord } = await import('./testing/sample-record.ts');

const madeIn = (session: string, run: number): RunRecord =>
  sampleRecord((record) => {
    record.id = `${session}-${run}`;
    record.session.id = session;
    record.when.startedAt = `2026-01-01T00:0${run}:0${session === 'evening' ? 0 : 1}.000Z`;
  });

test('a packed session is unpacked once however many of its records are read, also where sessions were run in turns', async () => {
  const folder = temporaryFolder();
  for (const session of ['evening', 'morning']) {
    const texts = [1, 2, 3].map((run): [string, string] => [
      `${session}-${run}.json`,
      formatRecord(madeIn(session, run)),
    ]);
    mkdirSync(join(folder, session));
    writeFileSync(join(folder, session, packing.PACKED), packing.pack(new Map(texts)));
  }
  const store = new RunStore(folder);
  const inTurns = ['evening-1', 'morning-1', 'evening-2', 'morning-2', 'evening-3', 'morning-3'];
  expect((await store.heads()).map(({ id }) => id).sort()).toEqual(inTurns.toSorted());
  readPacked.mockClear();
  expect((await store.records()).map(({ id }) => id)).toEqual((await store.heads()).map(({ id }) => id));
  expect(readPacked).toHaveBeenCalledTimes(2);
});
