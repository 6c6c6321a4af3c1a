/** A backend that dies before it feeds, or while it does: the run says so, and is over. */
import { readdirSync, readFileSync } from 'node:fs';
import type { RunRecord } from '../../../protocol/run-record.ts';
import { amountsOf, fatalIn, type SmallRun, smallRun, twoApps } from '../../scenarios/testing/small-run.ts';

/** The process that this one started with `what` in its command line; null: there is none. */
function childWith(what: string): number | null {
  for (const pid of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const parent = / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) \w/, ''))?.[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (Number(parent) === process.pid && command.includes(what)) return Number(pid);
    } catch {} // ended meanwhile
  }
  return null;
}

/** A run of `fan-out` in which the backend is killed at some moment. */
function fanOut(moment: Pick<SmallRun, 'onConnecting' | 'onMeasuring'>): Promise<RunRecord> {
  const [{ app, transport }] = twoApps(['feed', 'echo']) as [ReturnType<typeof twoApps>[number]];
  const params = { messages: 40, interval: 50, before: 1 };
  return smallRun({ scenario: 'fan-out', params, app, transport, clients: 2, ...moment });
}

const killBackend = (): void => void process.kill(childWith('/build/backend-')!, 'SIGKILL');

const complaint = (record: RunRecord): string | undefined =>
  record.validity.find(({ code }) => code === 'backend-failed')?.message;

test('a backend that is killed makes the run invalid, and nothing of it is left running', async () => {
  const record = await fanOut({ onMeasuring: killBackend });
  expect(fatalIn(record)).toEqual(['messages-lost', 'backend-failed']);
  expect(complaint(record)).toMatch(/ended by SIGKILL/);
  expect(amountsOf(record)).toMatchObject({ sentByBackend: null, receivedByClients: 0, missing: 80 });
  expect(childWith('/build/backend-')).toBeNull();
});

test('one that is killed before there is a test is named too', async () => {
  const record = await fanOut({ onConnecting: killBackend });
  expect(fatalIn(record)).toEqual(['messages-lost', 'backend-failed']);
  expect(complaint(record)).toMatch(/ended by SIGKILL/);
});
