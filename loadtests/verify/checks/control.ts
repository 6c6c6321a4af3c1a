/** The control paths: for the holder of the token only, and exact. */
import { CONTROL_PATHS, CONTROL_TOKEN, type Counts } from '../../../protocol/control.ts';
import type { RefusalCode } from '../../../protocol/verbs.ts';
import { monotonicMs as now } from '../../../system/monotonic.ts';
import { all, type Check, type CheckContext } from '../check.ts';
import { demandRefused } from '../control-client.ts';
import { demand, fail, sameJson, show } from '../demand.ts';
import { ask, open } from '../http.ts';
import { Round } from '../sending-round.ts';

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

const FAULTS: [text: string, code: RefusalCode][] = [
  ['{"bucketMs":', 'bad-json'],
  ['{"greet":null}', 'missing-field'],
  ['{"bucketMs":"1000","greet":null}', 'wrong-type'],
  ['{"bucketMs":null,"greet":null}', 'wrong-type'],
  ['{"bucketMs":9,"greet":null}', 'out-of-range'],
  ['{"bucketMs":3600001,"greet":null}', 'out-of-range'],
  ['{"bucketMs":1000.5,"greet":null}', 'out-of-range'],
  ['{"bucketMs":1000,"greet":5}', 'wrong-type'],
  ['{"bucketMs":1000,"greet":{}}', 'missing-field'],
  ['{"bucketMs":1000,"greet":{"bytes":-1}}', 'out-of-range'],
  ['{"bucketMs":1000,"greet":{"bytes":1,"body":1}}', 'out-of-range'],
];

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
async function spread(context: CheckContext): Promise<number[]> {
  const round = new Round('echo', [await context.connect('a client')]);
  const client = round.clients[0]!;
  await context.begin({ bucketMs: BUCKET_MS });
  const times = (): number[] => round.arrived(client).map(({ hops }) => hops[0]);
  do {
    round.send(client);
    await client.until('its echo', () => times().length === round.sent.length);
  } while (times().at(-1)! < times()[0]! + BUCKETS * BUCKET_MS);
  return times();
}

/** Whether `time` is so near to the edge of a bucket that what it was rounded to decides. */
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
      return undefined;
    },
  },
  {
    name: 'control, faults',
    rule: 'A begin that cannot be is refused with 400 and a code and changes nothing; a wrong method gets 405, a huge body 413.',
    scope: 'app',
    run: async (context) => {
      const { control } = context;
      await control.begin({ bucketMs: 1234, greet: null });
      for (const [body, code] of FAULTS) {
        const answer = await control.ask({ method: 'POST', path: CONTROL_PATHS.begin, body });
        demandRefused(answer, 400, `begin ${body}`, code);
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
      return undefined;
    },
  },
  {
    name: 'control, clock',
    rule: "The server's clock is this machine's monotonic one, in milliseconds.",
    scope: 'app',
    run: async ({ control }) => {
      const times = [now(), await control.clock(), now(), (await control.counts()).clock, now()];
      const inTurn = times.every((time, index) => index === 0 || times[index - 1]! <= time + 1);
      demand(inTurn, () => `clocks of suite and server, in turn, must not go back, but are ${show(times)}`);
      return undefined;
    },
  },
];

export const countingChecks: Check[] = [
  {
    name: 'counts by bucket',
    rule: 'What the server had is counted in the bucket of when it had it; the first bucket begins with the first of all.',
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
      return undefined;
    },
  },
  {
    name: 'begin forgets',
    rule: 'After a begin nothing of what was counted before it is left.',
    scope: 'transport',
    needs: all('echo'),
    run: async (context) => {
      const client = await context.connect('a client');
      for (const bucketMs of [1000, 50]) {
        await context.begin({ bucketMs });
        const fresh = await context.control.counts();
        demandFresh(fresh, bucketMs);
        const round = new Round('echo', [client]);
        for (let n = 0; n < 3; n += 1) round.send(client);
        await client.expectRefusals([['verify-no-such-event', {}, 'unknown-event', 'an unknown event']]);
        await round.settle();
        await context.demandCounts({ echo: [3, 3] }, 1);
      }
      return undefined;
    },
  },
];

function demandFresh({ startedAt, bucketMs, verbs, refused }: Counts, wanted: number): void {
  const left = Object.entries(verbs).filter(([, { received }]) => received.length > 0);
  demand(
    startedAt === null && bucketMs === wanted && refused === 0 && left.length === 0,
    () =>
      `after begin with bucketMs ${wanted} nothing must have been counted, but startedAt is ${startedAt}, bucketMs ${bucketMs}, refused ${refused}, and there is ${show(left)}`,
  );
}

/** A second server. It comes after the first: there may be a part of the framework that all servers share, one at a time. */
export const withoutTokenChecks: Check[] = [
  {
    name: 'control, none without token',
    rule: 'A server that is started without a token has no control: 404.',
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
      return undefined;
    },
  },
];
