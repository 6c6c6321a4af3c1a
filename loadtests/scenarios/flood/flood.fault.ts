/** Small runs of the whole: one client gets every body of the flood, and the record says how fast it was. */
import { accountedRun, twoApps, UNHARMED } from '../testing/small-run.ts';

/** @param late the number of lateness values; null: a flood without a schedule is never late */
function accounted(late: number | null) {
  return {
    sentByBackend: 2000,
    backendLateness: late,
    receivedByServer: 2000,
    sentByServer: 2000,
    receivedByClients: 2000,
    toClient: 2000,
    ...UNHARMED,
    handling: 1,
    handledPerSecond: 1,
  };
}

const apps = twoApps(['feed']);

test.concurrent.each(apps)('$name: a client gets all of a flood as fast as it goes', async ({ app, transport }) => {
  const params = { messages: 2000, payload: 100, rate: 0 };
  await accountedRun({ scenario: 'flood', params, app, transport, clients: 1 }, accounted(null));
});

test.concurrent('a page gets all of a flood with a rate', async () => {
  const [{ app, transport }] = apps;
  const params = { messages: 2000, payload: 100, rate: 2000 };
  // A page that falls behind by less than the error of its clock does not say by how much.
  const { toClient: _, ...known } = accounted(2000);
  const record = await accountedRun({ scenario: 'flood', params, app, transport, clients: 1, swarm: 'browser' }, known);
  expect(record.notMeasured['metrics.pageMemory']).toBe('no member measured it');
});
