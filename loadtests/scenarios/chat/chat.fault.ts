/** Small chats of the whole: every name, every message and every round trip is accounted for. */
import { amountsOf, fatalIn, smallRun, twoApps } from '../testing/small-run.ts';

const WITH_BROWSER_MS = 300_000;

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
    duplicates: 0,
    outOfOrder: 0,
    missing: 0,
  };
}

const apps = twoApps(['publish', 'join']);

test.concurrent.each(apps)('$name: one writes, all read', async ({ app, transport }) => {
  const params = { messages: 10, interval: 50, sender: 'one' };
  const record = await smallRun({ scenario: 'chat', params, app, transport, clients: 3 });
  expect(fatalIn(record)).toEqual([]);
  expect(amountsOf(record)).toMatchObject(accounted(3, 1, 10));
});

test.concurrent.each(apps)('$name: all write, all read', async ({ app, transport }) => {
  const params = { messages: 10, interval: 50, sender: 'all' };
  const record = await smallRun({ scenario: 'chat', params, app, transport, clients: 3 });
  expect(fatalIn(record)).toEqual([]);
  expect(amountsOf(record)).toMatchObject(accounted(3, 3, 10));
});

test.concurrent(
  'so it is in a page',
  async () => {
    const [{ app, transport }] = apps as [(typeof apps)[number]];
    const params = { messages: 10, interval: 50, sender: 'one' };
    const record = await smallRun({ scenario: 'chat', params, app, transport, clients: 2, swarm: 'browser' });
    expect(fatalIn(record)).toEqual([]);
    expect(amountsOf(record)).toMatchObject(accounted(2, 1, 10));
  },
  WITH_BROWSER_MS,
);
