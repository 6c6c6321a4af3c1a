/** Small chats of the whole: every name, every message and every round trip is accounted for. */
import { accountedRun, twoApps, UNHARMED } from '../testing/small-run.ts';

function accounted(users: number, writers: number, messages: number) {
  const written = writers * messages;
  return {
    sentByClients: written,
    receivedByServer: written,
    sentByServer: written * users,
    receivedByClients: written * users,
    fromSent: written,
    inServer: written,
    joining: users,
    namesHeard: users * users,
    namesRefused: 1,
    ...UNHARMED,
  };
}

const apps = twoApps(['publish', 'join']);

test.concurrent.each(apps)('$name: one writes, all read', async ({ app, transport }) => {
  const params = { messages: 10, interval: 50, sender: 'one' };
  await accountedRun({ scenario: 'chat', params, app, transport, clients: 3 }, accounted(3, 1, 10));
});

test.concurrent.each(apps)('$name: all write, all read', async ({ app, transport }) => {
  const params = { messages: 10, interval: 50, sender: 'all' };
  await accountedRun({ scenario: 'chat', params, app, transport, clients: 3 }, accounted(3, 3, 10));
});

test.concurrent('so it is in a page', async () => {
  const [{ app, transport }] = apps;
  const params = { messages: 10, interval: 50, sender: 'one' };
  await accountedRun({ scenario: 'chat', params, app, transport, clients: 2, swarm: 'browser' }, accounted(2, 1, 10));
});
