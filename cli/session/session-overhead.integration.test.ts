import { join } from 'node:path';
import { outcryVersion } from '../../loadtests/run/record/machine.ts';
import type { HarnessOverhead } from '../../protocol/harness-overhead.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { sessionOverhead } from './session-overhead.ts';

const spread = { p50: 0.2, p99: 1, max: 2 };

let folder: string;
let measured: HarnessOverhead[];
let said: string[];
beforeEach(() => {
  folder = temporaryFolder();
  measured = [];
  said = [];
});

/** The overhead of a session with a preflight check of that length, with a made-up measurement. */
function overheadOf(preflightSeconds: number, disturbances: string[] = []): Promise<HarnessOverhead | null> {
  const measure = async ({ page }: { page: boolean }): Promise<HarnessOverhead> => {
    expect(page).toBe(false);
    measured.push({
      at: new Date().toISOString(),
      outcry: await outcryVersion(),
      node: process.version,
      roundTrip: spread,
      throughProxy: null,
      worker: { clockStep: 0.0001, lateness: spread },
      page: null,
      monitorCpuPercent: 0.5,
      disturbances,
    });
    return measured.at(-1)!;
  };
  return sessionOverhead(preflightSeconds, (line) => said.push(line), {
    measure,
    file: join(folder, 'harness-overhead.json'),
  });
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
  const overhead = await sessionOverhead(10, (line) => said.push(line), {
    measure,
    file: join(folder, 'harness-overhead.json'),
  });
  expect(overhead).toBeNull();
  expect(said.at(-1)).toBe('the harness overhead could not be measured: made up');
});
