/** A backend that dies while it feeds: the run says so, and is over. */
import { readdirSync, readFileSync } from 'node:fs';
import { amountsOf, fatalIn, smallRun, twoApps } from '../scenarios/testing/small-run.ts';

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

test('a backend that is killed makes the run invalid, and nothing of it is left running', async () => {
  const [{ app, transport }] = twoApps(['feed', 'echo']) as [ReturnType<typeof twoApps>[number]];
  const record = await smallRun({
    scenario: 'fan-out',
    params: { messages: 40, interval: 50, before: 1 },
    app,
    transport,
    clients: 2,
    onMeasuring: () => process.kill(childWith('/build/backend-')!, 'SIGKILL'),
  });
  expect(fatalIn(record)).toEqual(['messages-lost', 'backend-failed']);
  expect(record.validity.find(({ code }) => code === 'backend-failed')!.message).toMatch(/ended by SIGKILL/);
  expect(amountsOf(record)).toMatchObject({ sentByBackend: null, receivedByClients: 0, missing: 80 });
  expect(childWith('/build/backend-')).toBeNull();
});
