/** Small runs of the whole: every request has its reply, in both modes, connecting counted or not. */
import { transportsOf } from '../../../setup/apps/manifest/manifest.ts';
import { accountedRun, twoApps } from '../testing/small-run.ts';

const apps = twoApps(['request']);

/** @param connects true if clients connect themselves */
function accounted(clients: number, requests: number, connects: boolean) {
  const all = clients * requests;
  return {
    sentByClients: all,
    receivedByServer: all,
    sentByServer: all,
    receivedByClients: all,
    response: all,
    connect: connects ? clients : null,
    asking: clients,
    whole: clients,
    perSecond: 1,
    failed: 0,
    wrongSize: 0,
    missing: 0,
  };
}

test.concurrent.each(apps)('$name: one after the other', async ({ app, transport }) => {
  const params = { requests: 5, mode: 'one-after-the-other' };
  await accountedRun({ scenario: 'request-response', params, app, transport, clients: 4 }, accounted(4, 5, false));
});

test.concurrent.each(apps)('$name: all at once, by clients that connect themselves', async ({ app, transport }) => {
  const params = { requests: 20, mode: 'at-once', connect: 'themselves', bytes: 1000 };
  await accountedRun({ scenario: 'request-response', params, app, transport, clients: 4 }, accounted(4, 20, true));
});

const withRest = apps.map(({ app }) => app).find((app) => transportsOf(app, 'console').includes('rest'));
for (const app of withRest ? [withRest] : []) {
  test.concurrent(`${app.id} over plain HTTP, which can do nothing else`, async () => {
    const params = { requests: 20, mode: 'at-once', connect: 'themselves' };
    await accountedRun(
      { scenario: 'request-response', params, app, transport: 'rest', clients: 2 },
      accounted(2, 20, true),
    );
  });
}

test.concurrent('in a page, more at once than a browser opens connections to one host', async () => {
  const [{ app, transport }] = apps;
  const params = { requests: 50, mode: 'at-once', connect: 'themselves' };
  const run = { scenario: 'request-response', params, app, transport, clients: 1, swarm: 'browser' } as const;
  await accountedRun(run, accounted(1, 50, true));
});
