/** Packing that is killed: no record is lost, and packing again ends what was begun. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { packSession } from './pack-session.ts';
import { PACKED } from './packed-session.ts';
import { RunStore } from './store.ts';
import { sampleRecord } from './testing/sample-record.ts';

const RECORDS = 60;
const PACKER = ['--import', 'tsx', join(import.meta.dirname, 'testing', 'sample-packer.ts')];

let results: string;
beforeEach(() => {
  results = temporaryFolder();
});

const names = (): string[] => readdirSync(join(results, 'evening'));

test.each<[string, () => boolean]>([
  ['while it writes', () => names().some((name) => name.endsWith('.tmp'))],
  ['when the packed file is there', () => names().includes(PACKED)],
  ['when some files are removed', () => names().includes(PACKED) && names().length < RECORDS / 2],
])('a kill %s loses nothing', async (_, isTime) => {
  const ids = Array.from({ length: RECORDS }, (__, i) => `run-${i}`);
  const records = ids.map((id) => sampleRecord((record) => Object.assign(record, { id })));
  await new RunStore(results).addAll(records);
  const packer = spawn(process.execPath, [...PACKER, results, 'evening'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(packer, 'exit');
  while (packer.exitCode === null && !isTime()) await breathe();
  packer.kill('SIGKILL');
  await ended;
  const store = new RunStore(results);
  expect(new Map((await store.records()).map((record) => [record.id, record]))).toEqual(
    new Map(records.map((record) => [record.id, record])),
  );
  if (names().length > 1) await packSession(results, 'evening');
  await store.add(sampleRecord());
  expect(names().sort()).toEqual([PACKED, `${sampleRecord().id}.json`]);
  expect(await store.list()).toHaveLength(RECORDS + 1);
  expect(await store.problems()).toEqual([]);
});
