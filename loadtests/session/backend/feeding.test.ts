import type { TestRequest } from '../../../member/contract.ts';
import { FakeClock } from '../../../member/testing/fakes.ts';
import { BACKEND_METRICS } from '../../../metrics/standard-metrics.ts';
import type { BackendScript } from '../../scenarios/backend-script.ts';
import { Feeding, type SendLines } from './feeding.ts';

const REQUEST: TestRequest = {
  test: 't',
  scenario: 'made-up',
  params: { bodies: 3 },
  bucketMs: 1000,
  metrics: BACKEND_METRICS,
  giveUpMs: 10_000,
  seed: 1,
  start: 'told',
};

/** Feeds three bodies, half a second apart from a second after the start on. */
const script: BackendScript<{ bodies: number }> = (test, backend) => {
  const sent = test.counter('sentByBackend');
  const lateness = test.trend('backendLateness');
  return {
    start() {
      backend.schedule(
        { rate: 2, count: test.params.bodies, offsetMs: 1000 },
        (seq, due) => {
          backend.feed({ seq });
          sent.add(test.now());
          lateness.record(due, test.now() - due);
        },
        () => backend.done(),
      );
    },
  };
};

/** Everything that could go on has gone on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A server that takes all lines, until `answer` says otherwise. */
function feeding(one: BackendScript = script as BackendScript, answer?: SendLines, ping = async () => {}) {
  const clock = new FakeClock();
  const taken: string[] = [];
  const takeAll: SendLines = async (lines) => {
    for await (const line of lines) taken.push(line);
    return { lines: taken.length, sent: taken.length };
  };
  return {
    clock,
    taken,
    feeding: new Feeding(one, REQUEST, 2, clock, { send: answer ?? takeAll, post: async () => 'taken', ping }),
  };
}

describe('a backend', () => {
  test('opens its feed before the test, and feeds each body when it is due', async () => {
    const { clock, taken, feeding: one } = feeding();
    await settle();
    expect(taken).toEqual(['']);
    clock.advance(5000);
    one.begin();
    clock.advance(1499);
    await settle();
    expect(taken).toEqual(['', '{"seq":0}']);
    clock.advance(501);
    const { metrics, error } = await one.report();
    expect(taken).toEqual(['', '{"seq":0}', '{"seq":1}', '{"seq":2}']);
    expect(error).toBeNull();
    expect(metrics.sentByBackend).toEqual({ kind: 'count', series: [0, 2, 1] });
  });

  test('that hangs feeds all it owes, and says how late it was', async () => {
    const { clock, taken, feeding: one } = feeding();
    one.begin();
    clock.hang(2600);
    const { metrics } = await one.report();
    expect(taken).toHaveLength(4);
    expect(metrics.backendLateness).toMatchObject({ sum: [0, 1600 + 1100, 600], count: [0, 2, 1] });
  });

  test('feeds nothing more when its clients are done', async () => {
    const { clock, taken, feeding: one } = feeding();
    one.begin();
    clock.advance(1000);
    await one.report();
    clock.advance(5000);
    await settle();
    expect(taken).toEqual(['', '{"seq":0}']);
  });

  test('whose feed the server refuses says why', async () => {
    const { feeding: one } = feeding(undefined, () => Promise.reject(new Error('the server answered with 400')));
    await settle();
    one.begin();
    expect((await one.report()).error).toBe('the server answered with 400');
  });

  test('whose script fails says why', async () => {
    const { feeding: one } = feeding(() => ({
      start() {
        throw new Error('there is nothing to feed');
      },
    }));
    one.begin();
    expect((await one.report()).error).toBe('there is nothing to feed');
  });

  test('does not wait for ever for a server that does not take what it is fed', async () => {
    const { clock, feeding: one } = feeding(undefined, () => new Promise(() => {}));
    one.begin();
    clock.advance(2000);
    const reported = one.report();
    clock.advance(5000);
    expect((await reported).error).toMatch(/had not taken the whole feed, or not answered each ping, 5 s after/);
  });

  test('measures what it waits for after its clients are done', async () => {
    const pings: (() => void)[] = [];
    const asks: BackendScript = (test, backend) => {
      const answered = test.counter('sentByBackend');
      let open: Promise<void> | undefined;
      return {
        start() {
          open = backend.ping().then(() => answered.add(test.now()));
        },
        ended: async () => open,
      };
    };
    const { feeding: one } = feeding(asks, undefined, () => new Promise((resolve) => pings.push(resolve)));
    one.begin();
    const reported = one.report();
    pings[0]!();
    expect((await reported).metrics.sentByBackend).toEqual({ kind: 'count', series: [1] });
  });
});
