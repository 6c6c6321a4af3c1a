/**
 * Checks of what a server does by itself with the connection below its messages: it compresses nothing unasked, does not run ahead, and
 * drops nothing silently.
 */

import { CARRIERS, carriersOf, carry } from '../carried-body.ts';
import { all, any, type Check } from '../check.ts';
import type { Context } from '../context.ts';
import { jsonOf } from '../control-client.ts';
import { demand, sameJson, show, sum } from '../demand.ts';
import type { TestClient } from '../test-client.ts';

const COMPRESSIBLE = 'Going once, going twice. '.repeat(400);

/** Lines of the feed, and characters of each: together more than kernels and frameworks keep for a client that takes nothing. */
const LINES = 256;
const LINE_CHARACTERS = 65_536;
/** Looks in a row that find no further line taken, after which the server stands still: each look is a request that it answers. */
const STILL = 24;
/** Fewer are enough on a machine so busy that they take this long: some servers wait for a client for a few seconds only. */
const STILL_SLOWLY = { looks: 6, ms: 1_000 };

/** Messages that are published, and characters of each: more than a library's queue of hundreds keeps, besides what kernels do. */
const PUBLISHED = 1_024;
const PUBLISHED_CHARACTERS = 16_384;
/** Published before the publisher waits until it has got them itself. */
const AT_ONCE = 16;
const ELSEWHERE = 'not looked at: its messages do not come over its port';

async function takenLines(context: Context): Promise<number> {
  return sum((await context.control.counts()).verbs.feed.received);
}

/** Resolves with the lines that the server has taken when it takes no more of them. */
async function untilStill(context: Context): Promise<number> {
  const giveUp = performance.now() + context.timeoutMs;
  let taken = 0;
  let [still, since] = [0, performance.now()];
  const standsStill = (): boolean =>
    still >= STILL || (still >= STILL_SLOWLY.looks && performance.now() - since >= STILL_SLOWLY.ms);
  while (!standsStill() && taken < LINES && performance.now() < giveUp) {
    const now = await takenLines(context);
    if (now !== taken || now === 0) [still, since] = [0, performance.now()];
    else still += 1;
    taken = now;
  }
  return taken;
}

/** Resolves when `client` has `count` of `event`, has been ended, or has got nothing more in the time of an answer. */
async function untilAllCame(client: TestClient, event: string, count: number): Promise<void> {
  const came = (): number => client.of(event).length;
  for (let before = -1; before < came() && came() < count && !client.isClosed; ) {
    before = came();
    await client.reached(() => client.isClosed || came() > before);
  }
}

export const flowChecks: Check[] = [
  {
    name: 'compresses nothing unasked',
    rule: 'Without COMPRESSION in its environment a server compresses nothing, whatever clients offer.',
    see: 'protocol/server-process.md',
    scope: 'transport',
    needs: any(...CARRIERS),
    run: async (context) => {
      const tap = await context.tap();
      tap.offersCompression = true;
      const [verb] = carriersOf(context.verbs);
      let failure: unknown = null;
      try {
        const client = await context.connect('a client that takes compressed messages', tap.url);
        await carry(client, verb!, COMPRESSIBLE);
      } catch (error) {
        // It may not understand what it has not offered by itself.
        failure = error;
      }
      const [said] = tap.compression;
      demand(said === undefined, () => `the server must not compress unless it is asked to, but it answered "${said}"`);
      if (failure !== null) throw failure;
      if (tap.bytesToClients < COMPRESSIBLE.length) {
        context.note = ELSEWHERE;
      }
    },
    saboteurs: [
      [
        'compresses',
        { compression: 'sec-websocket-extensions: permessage-deflate' },
        /but it answered "sec-websocket-ext/,
      ],
    ],
  },
  {
    name: 'feed, to who takes nothing',
    rule: 'A feed is read only as fast as its output leaves: with a client that takes nothing it waits, and then goes on.',
    see: 'protocol/README.md#control',
    scope: 'transport',
    needs: all('feed', 'join'),
    run: async (context) => {
      const tap = await context.tap();
      const slow = await context.connect('the slow client', tap.url);
      await slow.ask('join', { name: 'slow' });
      await slow.until('joined', () => slow.of('joined').length > 0);
      await context.begin();
      tap.hold();
      const feed = context.control.feed('slow', context.timeoutMs);
      const text = 'x'.repeat(LINE_CHARACTERS);
      for (let n = 0; n < LINES; n += 1) feed.write(`${JSON.stringify({ n, text })}\n`);
      feed.end();
      const taken = await untilStill(context);
      const { feedRunsAhead } = context.app.transports[context.transport]!;
      if (taken === LINES && feedRunsAhead !== undefined) context.note = `a feed does not wait: ${feedRunsAhead}`;
      demand(
        taken < LINES || feedRunsAhead !== undefined,
        `a feed to a client that takes nothing must wait for it, but the server has read all ${LINES} lines, ${(LINES * LINE_CHARACTERS) / 1_048_576} MiB`,
      );
      tap.release();
      await untilAllCame(slow, 'feed', LINES);
      // Frameworks end clients to which a write takes too long, or that do not ask again.
      if (slow.isClosed) {
        context.note = 'the framework ended the connection of a client that took nothing, before the feed could go on';
        return;
      }
      await slow.until(`${LINES} lines of the feed`, () => slow.of('feed').length >= LINES);
      const answer = await feed.answer;
      const wanted = { lines: LINES, sent: LINES };
      const got = jsonOf(answer, 'a feed');
      demand(answer.status === 200, () => `a feed must be answered 200, but was with ${answer.status} ${show(got)}`);
      demand(sameJson(wanted, got), () => `it must be answered ${show(wanted)}, but was ${show(got)}`);
    },
    saboteurs: [['reads on at once', { runsAhead: true }, /must wait for it, but the server has read all 256 lines/]],
  },
  {
    name: 'publish, to who takes nothing',
    rule: 'A client that takes nothing holds up no other; when it takes again it gets everything in order, unless its connection has ended.',
    see: 'protocol/README.md#verbs',
    scope: 'transport',
    needs: all('publish'),
    run: async (context) => {
      const tap = await context.tap();
      const slow = await context.connect('the slow client', tap.url);
      const quick = await context.connect('the publisher');
      await slow.fence();
      tap.hold();
      const text = 'x'.repeat(PUBLISHED_CHARACTERS);
      for (let sent = 0; sent < PUBLISHED; sent += AT_ONCE) {
        for (let n = sent; n < sent + AT_ONCE; n += 1) quick.socket.emit('publish', { n, text });
        const heard = sent + AT_ONCE;
        await quick.until(`${heard} bodies by publish`, () => quick.of('publish').length >= heard);
      }
      tap.release();
      await untilAllCame(slow, 'publish', PUBLISHED);
      const got = slow.of('publish').map(({ data }) => data?.body?.n as unknown);
      const lost = got.findIndex((n, index) => n !== index);
      demand(
        lost < 0,
        () => `the slow client must get body ${lost} of ${PUBLISHED} by publish, but got ${show(got[lost])}`,
      );
      if (slow.isClosed) context.note = `the connection of a client that took nothing was ended: ${slow.closings[0]}`;
      else if (tap.bytesToClients < PUBLISHED_CHARACTERS) context.note = ELSEWHERE;
      else await slow.until(`${PUBLISHED} bodies by publish`, () => slow.of('publish').length >= PUBLISHED);
    },
    saboteurs: [
      ['drops what waits', { dropsBehind: 1_048_576 }, /waited for 1024 bodies by publish/],
      ['waits for the slowest', { waitsForSlowest: true }, /the publisher waited for 16 bodies/],
    ],
  },
];
