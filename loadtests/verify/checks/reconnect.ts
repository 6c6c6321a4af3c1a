/** Checks of clients that are to come back: what they say when the network breaks, and what they have missed then. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Back, Transport } from '../../../protocol/socket.ts';
import type { Verb } from '../../../protocol/verbs.ts';
import { type App, reconnectOver } from '../../../setup/apps/manifest/manifest.ts';
import { slowness } from '../../../system/slowness.ts';
import type { Check } from '../check.ts';
import type { Context } from '../context.ts';
import { ControlClient } from '../control-client.ts';
import { demand, sameJson, show } from '../demand.ts';
import { relaying } from '../sabotage.ts';
import type { Tap } from '../tap.ts';
import type { TestClient } from '../test-client.ts';

/** The time until a client that was sent something polls again, on an otherwise idle machine. */
const SETTLED_MS = 50;
const SEE = 'protocol/socket.ts';
const comesBack = (verbs: readonly Verb[], app: App, transport: Transport): boolean =>
  verbs.includes('feed') && reconnectOver(app, transport) !== null;
const recovers = (verbs: readonly Verb[], app: App, transport: Transport): boolean =>
  comesBack(verbs, app, transport) && reconnectOver(app, transport)!.recovery !== undefined;

/** Feeds `bodies`, one line each. */
async function feed(control: ControlClient, ...bodies: unknown[]): Promise<void> {
  const open = control.feed();
  for (const body of bodies) open.write(`${JSON.stringify(body)}\n`);
  open.end();
  const { status } = await open.answer;
  demand(status === 200, () => `a feed must be answered 200, but was with ${status}`);
}

/** Demands that `client` gets `wanted` by the feed, each once and in this order. */
async function demandFed(client: TestClient, wanted: unknown[]): Promise<void> {
  const fed = (): unknown[] => client.of('feed').map(({ data }) => data?.body);
  await client.until(`${show(wanted.at(-1))} of the feed`, () => sameJson(wanted.at(-1), fed().at(-1)));
  await client.fence();
  demand(sameJson(wanted, fed()), () => `${client.name} must be fed ${show(wanted)}, but was fed ${show(fed())}`);
}

/** Waits until `client` has said that its connection is lost. */
async function untilLost(client: TestClient): Promise<void> {
  await client.until('the word that its connection is lost', () => client.losses.length > 0);
}

/** Waits until `client` is back, and demands that it is as it must be. @param how null: either way */
async function demandBack(context: Context, client: TestClient, how: Back | null): Promise<void> {
  await client.until('its connection to be back', () => client.returns.length > 0);
  const said = { losses: client.losses.length, returns: client.returns.length };
  demand(
    sameJson({ losses: 1, returns: 1 }, said),
    () => `${client.name} lost its connection once, but says ${show(said)}`,
  );
  const [back] = client.returns;
  demand(how === null || back === how, () => `${client.name} must say that it is ${show(how)}, but says ${show(back)}`);
  const { transport } = client.socket;
  demand(
    transport === context.transport,
    () => `${client.name} must be back over ${context.transport}, but uses ${transport}`,
  );
  await client.fence();
}

/** Connects a client that is to come back; the server knows of it then, and feeds it. */
async function connectTo(context: Context, name: string, { url }: Tap, recovery = false): Promise<TestClient> {
  const options = { reconnect: true, ...(recovery ? { recovery } : {}) };
  const client = await context.connect(name, url, options, context.timeoutMs);
  await client.fence();
  return client;
}

export const returnChecks: Check[] = [
  {
    name: 'comes back after a cut',
    rule: 'With reconnect, a client whose connection breaks says so, is back over the same transport, and gets what is sent from then on once.',
    see: SEE,
    scope: 'transport',
    needs: comesBack,
    run: async (context) => {
      const server = await context.serverToCut();
      const control = new ControlClient(server.control, context.deadlineMs);
      const tap = await context.tap(server);
      const client = await connectTo(context, 'the client', tap);
      await feed(control, 'before');
      await demandFed(client, ['before']);
      tap.cut();
      await untilLost(client);
      tap.mend();
      await demandBack(context, client, null);
      await feed(control, 'after');
      await demandFed(client, ['before', 'after']);
    },
    saboteurs: [
      ['says nothing of the loss', { comesBack: { silent: true } }, /waited for the word that its connection is lost/],
      ['says that it has ended', { comesBack: { ends: true } }, /its connection is lost, but its connection ended/],
      ['stays away', { comesBack: { staysAway: true } }, /waited for its connection to be back/],
      ['forgets its handlers', { comesBack: { handlers: 0 } }, /waited for "after" of the feed/],
      ['doubles its handlers', { comesBack: { handlers: 2 } }, /must be fed .*, but was fed .*"after","after"/],
      ['changes its transport', { comesBack: { over: 'polling' } }, /must be back over websocket, but uses polling/],
    ],
  },
];

export const lostChecks: Check[] = [
  {
    name: 'closed while it is lost',
    rule: 'A client that is closed while its connection is lost has ended for good, and tries no more.',
    see: SEE,
    scope: 'app',
    needs: comesBack,
    run: async (context) => {
      const server = await context.serverToCut();
      const [tap, another] = [await context.tap(server), await context.tap(server)];
      const closed = await connectTo(context, 'the client that is closed', tap);
      const other = await connectTo(context, 'the client that comes back', another);
      const begun = performance.now();
      for (const one of [tap, another]) one.cut();
      await Promise.all([untilLost(closed), untilLost(other)]);
      await closed.close();
      await closed.until('the word that it has ended', () => closed.isClosed);
      // Clients that poll say goodbye by a request of its own.
      await tap.haveAllCounted();
      const { attempts } = tap;
      for (const one of [tap, another]) one.mend();
      await demandBack(context, other, null);
      // It would have tried by then: their times differ by chance alone.
      await sleep(performance.now() - begun);
      demand(
        tap.attempts === attempts && closed.returns.length === 0,
        () => `${closed.name} must not connect again, but has tried ${tap.attempts - attempts} times`,
      );
      demand(closed.closings.length === 1, () => `it must end once, but says so ${closed.closings.length} times`);
    },
    saboteurs: [['goes on', { comesBack: { goesOn: true } }, /must not connect again, but has tried [1-9]/]],
  },
  {
    name: 'recovers what it missed',
    rule: 'With RECOVERY=on, a client that is back says that its session goes on, and has got what was sent meanwhile once and in order.',
    see: 'protocol/server-process.md',
    scope: 'app',
    needs: recovers,
    run: async (context) => {
      const server = await context.startAnother({ RECOVERY: 'on' });
      const control = new ControlClient(server.control, context.deadlineMs);
      const tap = await context.tap(server);
      const client = await connectTo(context, 'the client', tap, true);
      await feed(control, 'before');
      await demandFed(client, ['before']);
      // The next poll is under way then, by which a server learns of the loss.
      await sleep(SETTLED_MS * slowness());
      tap.hold();
      await feed(control, 1, 2);
      // Some frameworks recover only if their first attempt succeeds, at once.
      tap.cut();
      tap.mend();
      await untilLost(client);
      await feed(control, 3);
      await demandBack(context, client, 'recovered');
      await feed(control, 'after');
      await demandFed(client, ['before', 1, 2, 3, 'after']);
    },
    saboteurs: [
      ['says that it is new', { comesBack: { says: 'new' } }, /must say that it is "recovered", but says "new"/],
      ['loses one', relaying('feed', (r) => (r.body === 2 ? [] : [r])), /but was fed \["before",1,3,"after"\]/],
      ['doubles one', relaying('feed', (r) => (r.body === 2 ? [r, r] : [r])), /but was fed \["before",1,2,2,3/],
      ['swaps two', swapped(), /but was fed \["before",2,1,3,"after"\]/],
    ],
  },
  {
    name: 'comes back to a server that was restarted',
    rule: 'After SIGTERM and the start of another server in its place, a client is back, says that it is new, and gets what is sent from then on once.',
    see: SEE,
    scope: 'app',
    needs: comesBack,
    endsServer: true,
    run: async (context) => {
      const server = await context.startAnother({});
      const control = new ControlClient(server.control, context.deadlineMs);
      const tap = await context.tap();
      const client = await connectTo(context, 'the client', tap);
      await feed(context.control, 'before');
      await demandFed(client, ['before']);
      tap.leadTo(server);
      await context.server.stop();
      await untilLost(client);
      await demandBack(context, client, 'new');
      await feed(control, 'after');
      await demandFed(client, ['before', 'after']);
    },
    saboteurs: [
      ['says that it has recovered', { comesBack: { says: 'recovered' } }, /must say that it is "new", but says "reco/],
      ['stays away', { comesBack: { staysAway: true } }, /waited for its connection to be back/],
    ],
  },
];

/** The lines 1 and 2 of a feed, the second first. */
function swapped() {
  const held: object[] = [];
  return relaying('feed', (relayed) => {
    if (relayed.body === 1) held.push(relayed);
    return relayed.body === 1 ? [] : [relayed, ...held.splice(0)];
  });
}
