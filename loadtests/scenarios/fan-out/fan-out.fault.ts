/** Small runs of the whole: backend, server, clients. Every body and every ping is accounted for. */
import { accountedRun, twoApps, UNHARMED } from '../testing/small-run.ts';

const PARAMS = { messages: 40, payload: 924, interval: 5, before: 0.5, ping: 50 };
/** Ten pings in the half second before, four in the 200 ms of the feed. */
const PINGS = { before: 10, during: 4 };

function accounted(clients: number) {
  return {
    sentByBackend: 40,
    backendLateness: 40,
    receivedByServer: 40,
    sentByServer: 40 * clients,
    receivedByClients: 40 * clients,
    delivery: 40 * clients,
    inServer: 40 * clients,
    ...UNHARMED,
    sentByClients: PINGS.before + PINGS.during,
    pingsAnswered: PINGS.before + PINGS.during,
    pingBefore: PINGS.before,
    pingDuring: PINGS.during,
  };
}

const apps = twoApps(['feed', 'echo']);

test.concurrent.each(apps)(
  '$name: every client gets every body, and every ping comes back',
  async ({ app, transport }) => {
    await accountedRun({ scenario: 'fan-out', params: PARAMS, app, transport, clients: 5 }, accounted(5));
  },
);

test.concurrent('so it is in a page, whose clock is related to the backend’s', async () => {
  const [{ app, transport }] = apps;
  const run = { scenario: 'fan-out', params: PARAMS, app, transport, clients: 2, swarm: 'browser' } as const;
  const { delivery: _, ...counted } = accounted(2);
  const record = await accountedRun(run, counted);
  // Known with its error, or null with the error that is too large for it.
  const said = record.notMeasured['metrics.delivery'] ?? record.metrics.delivery!.about;
  expect(said).toMatch(/±[\d.]+ ms/);
});
