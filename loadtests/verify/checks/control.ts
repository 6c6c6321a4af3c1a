/** The control paths: for the holder of the token only, and exact. */
import { CONTROL_PATHS, CONTROL_TOKEN } from '../../../protocol/control.ts';
import type { Relayed } from '../../../protocol/verbs.ts';
import { monotonicMs as now } from '../../../system/monotonic.ts';
import { all, type Check } from '../check.ts';
import { CLOCK_CHECK, otherClock } from '../clock.ts';
import type { Context } from '../context.ts';
import { demandRefused } from '../control-client.ts';
import { demand, fail, sameJson, show, sum } from '../demand.ts';
import { ask, open } from '../http.ts';
import { countsChanged, type Sabotage } from '../sabotage.ts';
import { vectorCheck } from './vectors.ts';

const METHODS: Record<keyof typeof CONTROL_PATHS, string> = {
  begin: 'POST',
  counts: 'GET',
  clock: 'GET',
  feed: 'POST',
};
const PATHS = Object.keys(METHODS) as (keyof typeof CONTROL_PATHS)[];
const BUCKET_MS = 10;
const BUCKETS = 5;
/** `begin` takes no longer body than this. */
const BEGIN_LIMIT_BYTES = 2 * 1_048_576;

/** Headers of who does not have the token, and what to call them. */
function strangers(token: string): [string, Record<string, string>][] {
  return [
    ['without a token', {}],
    ['with half of the token', { authorization: `Bearer ${token.slice(0, token.length / 2)}` }],
    ['with another token', { authorization: `Bearer ${'x'.repeat(token.length)}` }],
    ['with the token in the wrong scheme', { authorization: `Basic ${token}` }],
  ];
}

/** Echoes one body after the other until they are spread over several buckets; when the server had each. */
async function spread(context: Context): Promise<number[]> {
  const client = await context.connect('a client');
  await context.begin({ bucketMs: BUCKET_MS, greet: null });
  const times = (): number[] => client.of('echo').map(({ data }) => (data as Relayed).hops[0]);
  for (let sent = 1; sent === 1 || times().at(-1)! < times()[0]! + BUCKETS * BUCKET_MS; sent += 1) {
    client.socket.emit('echo', sent);
    await client.until('its echo', () => times().length === sent);
  }
  return times();
}

/** Tells whether `time` is so near to the edge of a bucket that rounding decides. */
const onEdge = (time: number, start: number): boolean => {
  const part = (time - start) % BUCKET_MS;
  return time !== start && Math.min(part, BUCKET_MS - part) < 0.002;
};

function bucketsOf(times: number[]): number[] {
  const buckets: number[] = [];
  for (const time of times) {
    const bucket = Math.floor((time - times[0]!) / BUCKET_MS);
    while (buckets.length <= bucket) buckets.push(0);
    buckets[bucket]! += 1;
  }
  return buckets;
}

export const controlChecks: Check[] = [
  {
    name: 'control, token',
    rule: 'Control is for who has the token: everybody else gets 401, before any body is read.',
    see: 'protocol/README.md#control',
    scope: 'app',
    run: async (context) => {
      const { url, token } = context.control.control;
      for (const path of PATHS) {
        for (const [who, headers] of strangers(token)) {
          const [method, length] = [METHODS[path], { 'content-length': '1000' }];
          const what = `${method} ${CONTROL_PATHS[path]} ${who}`;
          // The body of a POST never comes.
          const asked = open(
            url,
            { method, path: CONTROL_PATHS[path], headers: method === 'POST' ? { ...headers, ...length } : headers },
            context.deadlineMs,
          );
          if (method === 'GET') asked.end();
          const seconds = context.deadlineMs / 1000;
          const answer = await asked.answer
            .catch(() => fail(`${what} must be answered 401 at once, but was not within ${seconds} s`))
            .finally(() => asked.destroy());
          demandRefused(answer, 401, what);
        }
      }
      await context.control.clock();
    },
    saboteurs: [
      ['lets everybody in', { control: { admits: () => true } }, /without a token must be answered 401 at once, but/],
      [
        'compares the beginning',
        { control: { admits: (given, honest) => honest || (given.length > 9 && given.startsWith('Bearer the')) } },
        /with half of the token must be answered 401 at once/,
      ],
    ],
  },
  {
    name: 'control, faults',
    rule: 'A begin that is not JSON is refused with 400, another method with 405, a huge body with 413; none of them changes anything.',
    see: 'protocol/README.md#control',
    scope: 'app',
    run: async (context) => {
      const { control } = context;
      await control.begin({ bucketMs: 1234, greet: null });
      for (const body of ['{"bucketMs":', '{"bucketMs":1000,"greet":{"body":NaN}}']) {
        const answer = await control.ask({ method: 'POST', path: CONTROL_PATHS.begin, body });
        demandRefused(answer, 400, `a begin that is not JSON, ${body}`, 'bad-json');
      }
      for (const path of PATHS) {
        const method = METHODS[path] === 'GET' ? 'POST' : 'GET';
        const answer = await control.ask({ method, path: CONTROL_PATHS[path] });
        demandRefused(answer, 405, `${method} ${CONTROL_PATHS[path]}`);
      }
      const body = JSON.stringify({ bucketMs: 1000, greet: { body: 'x'.repeat(BEGIN_LIMIT_BYTES) } });
      demandRefused(await control.ask({ method: 'POST', path: CONTROL_PATHS.begin, body }), 413, 'a huge begin');
      const { bucketMs } = await control.counts();
      demand(bucketMs === 1234, `what is refused must change nothing, but bucketMs is ${bucketMs} and no longer 1234`);
    },
    saboteurs: [
      ['takes what is not JSON', { control: { status: (it) => (it === 400 ? 200 : it) } }, /answered 400/],
      ['takes another method', { control: { status: (it) => (it === 405 ? 200 : it) } }, /answered 405/],
      ['takes any length', { control: { status: (it) => (it === 413 ? 400 : it) } }, /answered 413/],
    ],
  },
  {
    name: CLOCK_CHECK,
    rule: "The server's clock is this machine's monotonic one, in milliseconds.",
    see: 'protocol/README.md#control',
    scope: 'app',
    run: async ({ control }) => {
      const other = await otherClock(control);
      if (other !== null) fail(other);
      const times = [now(), await control.clock(), now(), (await control.counts()).clock, now()];
      const inTurn = times.every((time, index) => index === 0 || times[index - 1]! <= time + 1);
      demand(inTurn, () => `clocks of suite and server, in turn, must not go back, but are ${show(times)}`);
    },
    saboteurs: [
      ['has the time of day', { control: { clock: () => Date.now() } }, /it is another clock, or has another zero/],
      ['counts by another clock', countsChanged(() => ({ clock: 0 })), /clocks of suite and server, in turn/],
    ],
  },
];

export const countingChecks: Check[] = [
  vectorCheck(
    'control',
    'begin forgets what was counted before it; one that cannot be is refused with its code, and changes nothing.',
    'control',
    [
      ['keeps counts of what was refused', keepingRefused(), /the server refused \d+ .*, but has counted \d+/],
      [
        'takes a begin without a width',
        { control: { begin: (asked) => ({ bucketMs: 1000, ...(asked as object | null) }) } },
        /begin \{\} must be answered 400/,
      ],
    ],
  ),
  {
    name: 'counts by bucket',
    rule: 'What the server had is counted in the bucket of when it had it; the first bucket begins with the first of all.',
    see: 'protocol/README.md#counting',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      let times: number[];
      do times = await spread(context);
      while (times.some((time) => onEdge(time, times[0]!)));
      const counts = await context.control.counts();
      const { startedAt, bucketMs, verbs } = counts;
      demand(bucketMs === BUCKET_MS, `bucketMs must be ${BUCKET_MS} as begin said, but is ${bucketMs}`);
      demand(startedAt === times[0], `startedAt must be when the first was received, ${times[0]}, but is ${startedAt}`);
      const wanted = bucketsOf(times);
      for (const list of ['received', 'sent'] as const) {
        const got = verbs.echo[list];
        demand(
          sameJson(got, wanted),
          () => `by the hops, echoes ${list} per ${BUCKET_MS} ms must be ${show(wanted)}, but are ${show(got)}`,
        );
      }
    },
    saboteurs: [
      [
        'counts all in one',
        countsChanged(({ verbs }) => {
          const all = (list: number[]): number[] => (list.length === 0 ? [] : [sum(list)]);
          return { verbs: { ...verbs, echo: { received: all(verbs.echo.received), sent: all(verbs.echo.sent) } } };
        }),
        /echoes received per 10 ms must be/,
      ],
      [
        'begins with begin',
        countsChanged(({ startedAt }) => ({ startedAt: startedAt === null ? null : startedAt - 1 })),
        /startedAt must be when the first was received/,
      ],
    ],
  },
];

/** A second server. It comes after the first: there may be a part of the framework that all servers share, one at a time. */
export const withoutTokenChecks: Check[] = [
  {
    name: 'control, none without token',
    rule: 'A server that is started without a token has no control: 404.',
    see: 'protocol/README.md#control',
    scope: 'app',
    endsServer: true,
    run: async (context) => {
      await context.server.stop();
      const { url } = await context.startAnother({ [CONTROL_TOKEN]: undefined });
      for (const path of PATHS) {
        for (const authorization of ['', 'Bearer ', 'Bearer undefined']) {
          const question = { method: METHODS[path], path: CONTROL_PATHS[path], headers: { authorization } };
          const { status } = await ask(url, question, context.deadlineMs);
          demand(
            status === 404,
            `${METHODS[path]} ${CONTROL_PATHS[path]} must be answered 404, but was with ${status}`,
          );
        }
      }
    },
    saboteurs: [['has one', { control: { withoutToken: true } }, /must be answered 404, but was with/]],
  },
];

/** Never counts less as refused than it has counted before. */
function keepingRefused(): Sabotage {
  let most = 0;
  return countsChanged(({ refused }) => {
    most = Math.max(most, refused);
    return { refused: most };
  });
}
