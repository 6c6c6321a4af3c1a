import { type ChildProcess, spawn } from 'node:child_process';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { Part, Target } from './fault.ts';
import faults from './faults/stop.ts';

let sleeper: ChildProcess;
beforeEach(() => {
  sleeper = spawn('sleep', ['60'], { stdio: 'ignore' });
});
afterEach(() => void sleeper.kill('SIGKILL'));

/** Stops the sleeper as the part called `label`; `share` of the longest time. */
function stop(name: string, label: string, share: number) {
  const parts = (): Part[] => [{ label, pid: sleeper.pid! }];
  const target = { parts, until: async (look: () => unknown) => look() } as unknown as Target;
  return faults.find((fault) => fault.name === name)!.inject(target, () => share);
}

const saying = (code: string) =>
  ({ validity: [{ code, level: 'warning', message: 'made up' }] }) as unknown as RunRecord;

test('a run must tell of a stop that was long enough to be seen', async () => {
  const injected = (await stop('server stopped', 'one server', 0.2))!;
  expect(injected.to).toBe('one server, for 760 ms');
  expect(injected.when.until - injected.when.from).toBeGreaterThan(0);
  expect(injected.told!(saying('process-stopped'))).toBe(true);
  expect(injected.told!(saying('monitor-gaps'))).toBe(false);
});

test('no run need tell of a shorter one', async () => {
  expect((await stop('server stopped', 'one server', 0))!.told).toBeUndefined();
  expect((await stop('monitor stopped', 'monitor', 0.2))!.told).toBeUndefined();
});
