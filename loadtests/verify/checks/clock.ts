/** Checks of the times in what a server sends: by the clock that all processes here share, and of the work that they enclose. */
import type { Hops, Relayed } from '../../../protocol/verbs.ts';
import { CARRIERS, type Carried, carriersOf, carry, hopsOf } from '../carried-body.ts';
import { any, type Check } from '../check.ts';
import type { Context } from '../context.ts';
import { demand } from '../demand.ts';
import { relaying, replying, type Sabotage } from '../sabotage.ts';

/** For times that are rounded on the way. */
const TOLERANCE_MS = 1;
/** Small arrays in the body of a check, 80 KB of JSON: a server that looks at its depth cannot do so within a microsecond. */
const ENTRIES = 20_000;

/** Demands that `time` is one between sending and arrival. */
function demandByClock(time: number, { sentAt, arrivedAt }: Carried): void {
  const off = time < sentAt ? time - sentAt : Math.max(0, time - arrivedAt);
  demand(
    Math.abs(off) <= TOLERANCE_MS,
    () =>
      `hops must be by this machine's monotonic clock, in ms: it was at ${sentAt.toFixed(3)} when a body was sent and at ${arrivedAt.toFixed(3)} when it came, but a hop is at ${time}, ${Math.abs(off).toFixed(3)} ms ${off < 0 ? 'before' : 'after'} that; has the server's clock another zero or another unit?`,
  );
}

/** Demands that a server took some time for a body that it had to look through. */
function demandWork([received, handedOn]: Hops, what: string): void {
  demand(
    handedOn > received,
    `${what} with ${ENTRIES} arrays must have been handed on after it was received, but both were at ${received}: the work between the two would be missing`,
  );
}

/** Demands that of a line of a feed. */
async function feedOne(context: Context, body: unknown): Promise<void> {
  const client = await context.connect('the fed client');
  await context.untilConnections();
  const feed = context.control.feed();
  feed.write(`${JSON.stringify(body)}\n`);
  feed.end();
  await client.until('the line of a feed', () => client.of('feed').length > 0);
  await feed.answer;
  demandWork(hopsOf(client.of('feed')[0]!.data?.hops, 'feed'), 'a line of a feed');
}

const claimingNothing = (verb: string): Sabotage =>
  relaying(verb, ({ body, hops: [received] }: Relayed) => [{ body, hops: [received, received] }]);

export const clockChecks: Check[] = [
  {
    name: 'hops, clock',
    rule: 'Hops are times of the monotonic clock that all processes of a host share, in milliseconds.',
    see: 'protocol/README.md#verbs',
    scope: 'transport',
    essential: true,
    needs: any(...CARRIERS),
    run: async (context) => {
      const client = await context.connect('a client');
      const carried = await carry(client, carriersOf(context.verbs)[0]!, 'what time is it?');
      for (const time of carried.hops) demandByClock(time, carried);
    },
    saboteurs: [
      [
        'has a clock that begins with its process',
        relaying('echo', (r) => [{ ...r, hops: r.hops.map((at) => at % 1_000) as Hops }]),
        /a hop is at .* ms before that; has the server's clock another zero/,
      ],
      [
        'counts in seconds',
        relaying('echo', (r) => [{ ...r, hops: r.hops.map((at) => at / 1_000) as Hops }]),
        /another unit/,
      ],
      ['has no hops', relaying('echo', ({ body }) => [{ body } as Relayed]), /must carry hops, .* but has nothing/],
    ],
  },
];

export const workChecks: Check[] = [
  {
    name: 'hops, work',
    rule: 'received is taken before a body is looked at, and handedOn after that: a body that takes time to look at shows it.',
    see: 'protocol/README.md#verbs',
    scope: 'transport',
    needs: any(...CARRIERS, 'feed'),
    run: async (context) => {
      const body = Array.from({ length: ENTRIES }, () => [1]);
      const client = await context.connect('a client');
      for (const verb of carriersOf(context.verbs))
        demandWork((await carry(client, verb, body)).hops, `a body of ${verb}`);
      if (context.verbs.includes('join')) {
        await client.ask('join', { name: 'anna', body });
        await client.until('joined', () => client.of('joined').length > 0);
        demandWork(hopsOf(client.of('joined')[0]!.data?.hops, 'joined'), 'a body of join');
      }
      if (context.verbs.includes('feed')) await feedOne(context, body);
    },
    saboteurs: [
      ['claims to take no time', claimingNothing('echo'), /a body of echo .* both were at/],
      ['claims it of publish', claimingNothing('publish'), /a body of publish .* both were at/],
      [
        'claims it of request',
        replying('request', ({ hops }) => ({ hops: [(hops as Hops)[0], (hops as Hops)[0]] })),
        /a body of request .* both were at/,
      ],
      ['claims it of joined', claimingNothing('joined'), /a body of join .* both were at/],
      ['claims it of a feed', claimingNothing('feed'), /a line of a feed .* both were at/],
    ],
  },
];
