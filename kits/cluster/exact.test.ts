/** Counts and names are exact while everything happens at once: whatever is under way between processes, in whatever order it comes. */
import { seededRandom } from '../../protocol/random.ts';
import { SmallCluster } from './testing/small-cluster.ts';

const WORKERS = 3;
const BUCKET_MS = 10;
const NAMES = ['Ada', 'Bert', 'Carla'];

const pick = <T>(of: readonly T[], random: () => number): T | undefined => of[Math.floor(random() * of.length)];

interface Busy {
  cluster: SmallCluster;
  /** The times at which each publish was received. */
  published: number[];
}

/** Connections that come, publish, join, leave and go, in turn with what is delivered, and counting that begins in the middle. */
async function busyRoom(seed: number): Promise<Busy> {
  const random = seededRandom(seed, 1);
  let time = 1_000;
  const now = () => {
    time += Math.ceil(random() * 3_000) / 1_000;
    return time;
  };
  const cluster = new SmallCluster(WORKERS, now, random);
  const published: number[] = [];
  let open: string[] = [];
  let connected = 0;
  const act: Record<string, () => void> = {
    connect() {
      const name = `c${++connected}`;
      open.push(name);
      cluster.connect(name, 1 + Math.floor(random() * WORKERS));
    },
    disconnect() {
      const gone = pick(open, random);
      open = open.filter((one) => one !== gone);
      if (gone !== undefined) cluster.disconnect(gone);
    },
    publish() {
      const from = pick(open, random);
      if (from === undefined) return;
      cluster.workerOf(from)!.receive(from, 'publish', published.length);
      // It is the last that its own worker has handed on.
      const last = cluster.heard.get(from)!.at(-1)!.data as { hops: [number, number] };
      published.push(last.hops[0]);
    },
    join() {
      const from = pick(open, random);
      if (from !== undefined) void cluster.workerOf(from)!.request(from, 'join', { name: pick(NAMES, random) });
    },
    leave() {
      const from = pick(open, random);
      if (from !== undefined) void cluster.workerOf(from)!.request(from, 'leave', {});
    },
  };
  const deeds = ['connect', 'connect', 'publish', 'publish', 'publish', 'join', 'leave', 'disconnect'];
  let begun: Promise<void> | null = null;
  for (let turn = 0; turn < 150; turn++) {
    act[pick(deeds, random)!]!();
    await cluster.deliver(Math.floor(random() * 8));
    // Begun again at once, while workers agree on where what is counted begins.
    if (turn === 50) {
      begun = cluster.whole.begin({ bucketMs: 3 * BUCKET_MS }).then(() => cluster.whole.begin({ bucketMs: BUCKET_MS }));
    }
  }
  await cluster.deliver();
  await begun;
  return { cluster, published };
}

/** The number of `times` in each bucket from `start` on. */
function bucketsOf(times: number[], start: number): number[] {
  const buckets: number[] = [];
  for (const time of times.filter((one) => one >= start)) {
    const bucket = Math.floor((time - start) / BUCKET_MS);
    while (buckets.length <= bucket) buckets.push(0);
    buckets[bucket]! += 1;
  }
  return buckets;
}

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1);

test.each(SEEDS)(
  'what was published is counted as often as it was heard, in the bucket it was received in (%i)',
  async (seed) => {
    const { cluster, published } = await busyRoom(seed);
    const { startedAt, verbs } = await cluster.finish(cluster.whole.counts);
    const deliveries = [...cluster.heard.values()]
      .flat()
      .filter(({ event }) => event === 'publish')
      .map(({ data }) => (data as { hops: [number, number] }).hops[0]);
    expect(verbs.publish).toEqual({
      received: bucketsOf(published, startedAt!),
      sent: bucketsOf(deliveries, startedAt!),
    });
    expect(deliveries.length).toBeGreaterThan(verbs.publish.sent.reduce((a, b) => a + b));
  },
);

test.each(SEEDS)(
  'a name is one connection’s at a time, and everybody is told who has it in the same order (%i)',
  async (seed) => {
    const { cluster } = await busyRoom(seed);
    let told = 0;
    for (const heard of cluster.heard.values()) {
      for (const name of NAMES) {
        const events = heard
          .filter(({ event, data }) => /^(joined|left)$/.test(event) && (data as { name: string }).name === name)
          .map(({ event }) => event);
        told += events.length;
        for (const [index, event] of events.slice(1).entries()) expect(event).not.toBe(events[index]);
      }
    }
    expect(told).toBeGreaterThan(0);
  },
);

test('a name that is asked for at two processes at once is given to one', async () => {
  const cluster = new SmallCluster(2, () => 5, seededRandom(1, 1));
  cluster.connect('A', 1);
  cluster.connect('B', 2);
  const asked = ['A', 'B'].map((from) => cluster.workerOf(from)!.request(from, 'join', { name: 'Ada' }));
  const replies = await cluster.finish(Promise.all(asked));
  expect(replies.map((reply) => (reply?.ok ? 'given' : reply?.code)).sort()).toEqual(['given', 'name-taken']);
});

describe('two workers, nothing delivered yet', () => {
  let time: number;
  let cluster: SmallCluster;

  beforeEach(async () => {
    time = 5;
    cluster = new SmallCluster(2, () => time, seededRandom(1, 1));
    cluster.connect('A', 1);
    cluster.connect('B', 2);
    await cluster.finish(cluster.whole.begin({ bucketMs: BUCKET_MS }));
  });

  test('counts wait for what is under way', async () => {
    for (let n = 0; n < 20; n++) cluster.workerOf('A')!.receive('A', 'publish', n);
    const { verbs } = await cluster.finish(cluster.whole.counts);
    expect(verbs.publish).toEqual({ received: [20], sent: [40] });
  });

  test.each([
    ['A', 'B'],
    ['B', 'A'],
  ])('bucket 0 begins with the first message of all, at whichever worker it came in (%s)', async (first, second) => {
    for (const [from, at] of [
      [first, 100],
      [second, 125],
    ] as const) {
      time = at;
      cluster.workerOf(from)!.receive(from, 'sink', 0);
    }
    const { startedAt, verbs } = await cluster.finish(cluster.whole.counts);
    expect([startedAt, verbs.sink.received]).toEqual([100, [1, 0, 1]]);
  });

  test('nor is anything lost that came in while who joined is being told', async () => {
    time = 100;
    const joined = cluster.workerOf('B')!.request('B', 'join', { name: 'Ada' });
    time = 125;
    cluster.workerOf('A')!.receive('A', 'sink', 0);
    expect(await cluster.finish(joined)).toEqual({ ok: true, names: ['Ada'] });
    const { startedAt, verbs } = await cluster.finish(cluster.whole.counts);
    expect([startedAt, verbs.join, verbs.sink.received]).toEqual([100, { received: [1], sent: [2] }, [0, 0, 1]]);
  });
});
