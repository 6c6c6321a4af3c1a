import { type ChildProcess, spawn } from 'node:child_process';
import type { RunRecord } from '../../../protocol/run-record.ts';
import type { Part, Target } from './fault.ts';
import { PROCESS_FAULTS } from './process-faults.ts';

let sleeper: ChildProcess;
beforeEach(() => {
  sleeper = spawn('sleep', ['60'], { stdio: 'ignore' });
});
afterEach(() => void sleeper.kill('SIGKILL'));

/** Stops the sleeper as the part called `label`; `share` of the longest time. */
function stop(name: string, label: string, share: number) {
  const parts = (): Part[] => [{ label, pid: sleeper.pid! }];
  const target = { parts, until: async (look: () => unknown) => look() } as unknown as Target;
  return PROCESS_FAULTS.find((fault) => fault.name === name)!.inject(target, () => share);
}

const saying = (code: string) =>
  ({ validity: [{ code, level: 'warning', message: 'made up' }] }) as unknown as RunRecord;

test('a run must tell of a stop that was long enough to be seen', async () => {
  const injected = (await stop('server stopped', 'one server', 0.2))!;
  expect(injected.to).toBe('one server, for 760 ms');
  expect(injected.when.until - injected.when.from).toBeGreaterThan(0);
  expect(injected.reported!(saying('process-stopped'))).toBe(true);
  expect(injected.reported!(saying('monitor-gaps'))).toBe(false);
});

test('no run need tell of a shorter one', async () => {
  expect((await stop('server stopped', 'one server', 0))!.reported).toBeUndefined();
  expect((await stop('monitor stopped', 'monitor', 0.2))!.reported).toBeUndefined();
});
