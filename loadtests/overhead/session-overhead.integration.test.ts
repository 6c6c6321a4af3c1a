import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HarnessOverhead } from '../../protocol/harness-overhead.ts';
import { sampleOverhead } from '../../protocol/testing/sample-overhead.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { outcryVersion } from '../session/record/machine.ts';
import { keepOverhead, recentOverhead, sessionOverhead } from './session-overhead.ts';

const OVERHEAD = sampleOverhead();
const OF = {
  machine: { cpu: 'made up', cores: 2, memoryBytes: 8e9, kernel: 'Linux 0' },
  outcry: 'abc',
  node: 'v20.0.0',
};
const SOON = new Date('2026-11-22T23:00:00Z');

let file: string;
let measured: HarnessOverhead[];
let said: string[];
beforeEach(() => {
  file = join(temporaryFolder(), 'deep', 'harness-overhead.json');
  measured = [];
  said = [];
});

/** The overhead of a session with a preflight check of that length, with a made-up measurement. */
function overheadOf(preflightSeconds: number, disturbances: string[] = []): Promise<HarnessOverhead | null> {
  const measure = async ({ page }: { page: boolean }): Promise<HarnessOverhead> => {
    expect(page).toBe(false);
    const now = { at: new Date().toISOString(), outcry: await outcryVersion(), node: process.version };
    measured.push({ ...OVERHEAD, ...now, page: null, disturbances });
    return measured.at(-1)!;
  };
  return sessionOverhead(preflightSeconds, (line) => said.push(line), { measure, file });
}

test('a session measures the overhead, and the next ones of the day reuse it', async () => {
  const first = await overheadOf(10);
  expect(first).toBe(measured[0]);
  expect(said).toEqual([expect.stringMatching(/^measuring the harness overhead/)]);
  expect(await overheadOf(10)).toEqual(first);
  expect(measured).toHaveLength(1);
  expect(said).toHaveLength(1);
});

test('one with a preflight check of less than a second measures none, and reuses what there is', async () => {
  expect(await overheadOf(0.9)).toBeNull();
  expect(measured).toEqual([]);
  const overhead = await overheadOf(1);
  expect(await overheadOf(0)).toEqual(overhead);
  expect(measured).toHaveLength(1);
});

test('a disturbed overhead is the session’s own, and the next session measures it again', async () => {
  expect((await overheadOf(10, ['made up']))!.disturbances).toEqual(['made up']);
  expect((await overheadOf(10))!.disturbances).toEqual([]);
  expect(measured).toHaveLength(2);
});

test('a session goes on without the overhead when it cannot be measured, and says why', async () => {
  const measure = () => Promise.reject(new Error('made up'));
  const overhead = await sessionOverhead(10, (line) => said.push(line), { measure, file });
  expect(overhead).toBeNull();
  expect(said.at(-1)).toBe('the harness overhead could not be measured: made up');
});

test('an overhead is reused for a day, on the same machine and with the same versions', () => {
  expect(recentOverhead(OF, SOON, file)).toBeNull();
  keepOverhead(OVERHEAD, OF.machine, file);
  expect(recentOverhead(OF, SOON, file)).toEqual(OVERHEAD);
  expect(recentOverhead(OF, new Date('2026-11-23T00:00:01Z'), file)).toBeNull();
  expect(recentOverhead({ ...OF, machine: { ...OF.machine, kernel: 'Linux 1' } }, SOON, file)).toBeNull();
  expect(recentOverhead({ ...OF, outcry: 'def' }, SOON, file)).toBeNull();
  expect(recentOverhead({ ...OF, node: 'v22.0.0' }, SOON, file)).toBeNull();
  expect(recentOverhead({ ...OF, priority: 'nice' }, SOON, file)).toBeNull();
});

test('a disturbed measurement is not reused, and the file stays as it was', () => {
  keepOverhead({ ...OVERHEAD, disturbances: ['made up'] }, OF.machine, file);
  expect(recentOverhead(OF, SOON, file)).toBeNull();
  const calm = { ...OVERHEAD, disturbances: [] };
  keepOverhead(calm, OF.machine, file);
  keepOverhead({ ...OVERHEAD, disturbances: ['made up'] }, OF.machine, file);
  expect(recentOverhead(OF, SOON, file)).toEqual(calm);
});

test('a broken file is none', () => {
  keepOverhead(OVERHEAD, OF.machine, file);
  writeFileSync(file, '{"half');
  expect(recentOverhead(OF, SOON, file)).toBeNull();
});
