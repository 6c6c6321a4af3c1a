import { buildHistogram, encode, record } from '../../../member/histogram.ts';
import { startBody } from '../../../member/start.ts';
import { reportNow } from '../../../member/testing/fake-member.ts';
import { FakeClock } from '../../../member/testing/fakes.ts';
import { CLIENT_METRICS } from '../../../metrics/standard-metrics.ts';
import { playedMember } from '../testing/played-member.ts';
import { messageClient } from './message-run.ts';
import type { MessageParams } from './params.ts';

const PARAMS: MessageParams = { rate: 2, messages: 3, payload: 8, phase: 'together' };

interface Options {
  clientIds?: number[];
  clients?: number;
  params?: Partial<MessageParams>;
  sharedClock?: boolean;
  bucketMs?: number;
}

function holding(...values: number[]): string {
  const histogram = buildHistogram();
  for (const value of values) record(histogram, value);
  return encode(histogram);
}

/** A member whose clients send, its server played by the test. The clock shows 1000 at the start. */
async function sending(verb: 'echo' | 'publish', options: Options = {}) {
  const { params, sharedClock, ...others } = options;
  const { member, clock, adapter, toAll, report } = await playedMember(messageClient(verb), {
    ...{ clientIds: [1, 2], clock: new FakeClock(sharedClock), answer: null, start: 'publish', ...others },
    params: { ...PARAMS, ...params },
    metrics: CLIENT_METRICS,
  });
  const messages = (place: number) => adapter.sockets[place - 1]!.all(verb).map(({ data }) => data);
  const carried = new Set<unknown>();
  /** As the server: carries all that was sent and not carried before. */
  const carry = () => {
    for (const socket of [...adapter.sockets]) {
      for (const { data } of socket.all(verb)) {
        if (carried.has(data)) continue;
        carried.add(data);
        const relayed = { body: data, hops: [clock.now(), clock.now()] };
        if (verb === 'echo') socket.deliver('echo', relayed);
        else toAll('publish', relayed);
      }
    }
  };
  const deliver = (place: number, body: unknown) => adapter.sockets[place - 1]!.deliver(verb, { body, hops: [0, 0] });
  const start = () => toAll('publish', { body: startBody('t'), hops: [0, 0] });
  /** Waits for the last and gives what was measured, by name. */
  const measured = async () => (await report()).metrics;
  const isOver = async () => (await reportNow(member)) !== null;
  start();
  return { member, clock, adapter, messages, carry, deliver, measured, isOver };
}

describe('sending', () => {
  test('"together" sends from each client at its start and every interval after', async () => {
    const { clock, messages } = await sending('echo');
    clock.advance(5_000);
    for (const client of [1, 2]) {
      expect(messages(client)).toEqual(
        [1000, 1500, 2000].map((sent, seq) => ({ client, seq, sent, payload: expect.stringMatching(/^.{8}$/) })),
      );
    }
  });

  test('"spread" starts client k of N (k-1)/N of an interval later', async () => {
    const options = { clientIds: [2, 4], clients: 4, params: { phase: 'spread' } };
    const { clock, messages } = await sending('echo', options);
    clock.advance(5_000);
    expect(messages(1).map(({ client, sent }) => [client, sent])).toEqual([
      [2, 1125],
      [2, 1625],
      [2, 2125],
    ]);
    expect(messages(2).map(({ client, sent }) => [client, sent])).toEqual([
      [4, 1375],
      [4, 1875],
      [4, 2375],
    ]);
  });
});

describe('counting', () => {
  test('latencies are exact, from sent and from due, in the bucket of sending', async () => {
    const { clock, carry, measured } = await sending('echo', { clientIds: [1] }); // sends 0 at 1000
    clock.advance(7);
    carry(); // 7 ms
    clock.hang(593); // 1 was due at 1500, is sent at 1600
    clock.advance(20);
    carry(); // 20 ms from sent, 120 ms from due
    clock.advance(380); // 2 at 2000
    clock.advance(1100);
    carry(); // 1,100 ms
    const metrics = await measured();
    expect(metrics).toMatchObject({
      sentByClients: { series: [2, 1] },
      receivedByClients: { series: [2, 0, 1] },
      fromSent: { sum: [27, 1100], count: [2, 1], hdr: holding(7, 20, 1100), negative: 0 },
      fromDue: { sum: [127, 1100], hdr: holding(7, 120, 1100) },
      lateness: { hdr: holding(0, 100, 0) },
      duplicates: { series: [] },
      outOfOrder: { series: [] },
      missing: { series: [] },
    });
    expect(metrics.delivery).toBeUndefined();
  });

  test('the width of buckets is what was asked for', async () => {
    const { clock, carry, measured } = await sending('echo', { clientIds: [1], bucketMs: 2000 });
    clock.advance(2500);
    carry();
    expect(await measured()).toMatchObject({
      sentByClients: { series: [3] },
      receivedByClients: { series: [0, 3] },
      fromSent: { count: [3] },
    });
  });

  test('of what all send every delivery counts, and each client’s own latency', async () => {
    const { clock, carry, measured } = await sending('publish');
    clock.advance(1000);
    carry();
    const metrics = await measured();
    expect(metrics).toMatchObject({
      receivedByClients: { series: [0, 12] },
      fromSent: { count: [4, 2], hdr: holding(1000, 1000, 500, 500, 0, 0) },
      missing: { series: [] },
    });
    expect(metrics.delivery).toBeUndefined();
  });

  test('with a shared clock every delivery has a latency, of all senders', async () => {
    const { clock, carry, measured } = await sending('publish', { sharedClock: true });
    clock.advance(1000);
    carry();
    const each = [1000, 1000, 500, 500, 0, 0];
    expect(await measured()).toMatchObject({
      delivery: { hdr: holding(...each, ...each), count: [8, 4] },
      fromSent: { hdr: holding(...each) },
    });
  });

  test('duplicates, lost and overtaken messages are counted per receiver and sender', async () => {
    const { clock, messages, deliver, isOver, measured } = await sending('publish');
    clock.advance(1000);
    const [a0, a1, a2] = messages(1);
    const [b0, b1, b2] = messages(2);
    for (const body of [a0, a1, a2, b0, b1, b2, a1]) deliver(1, body); // a1 twice
    for (const body of [a0, a2, a1, b2, b0, b0]) deliver(2, body); // a1 after a2, b0 after b2 and twice, b1 never
    clock.advance(10_000);
    expect(await isOver()).toBe(false); // still waiting for what is missing
    const metrics = await measured();
    const total = (name: string) => metrics[name].series.reduce((a: number, b: number) => a + b, 0);
    expect(['duplicates', 'outOfOrder', 'missing', 'receivedByClients'].map(total)).toEqual([2, 2, 1, 13]);
  });

  test('a latency below zero is counted apart', async () => {
    const { messages, deliver, measured } = await sending('publish', { clientIds: [1], sharedClock: true });
    deliver(1, { ...messages(1)[0], sent: 1003 });
    const { delivery, fromSent } = await measured();
    expect(delivery).toMatchObject({ count: [], negative: 1 });
    expect(fromSent).toMatchObject({ sum: [0], count: [1], negative: 0 }); // a client knows itself when it sent
  });

  test('what cannot be a message of this test counts for nothing', async () => {
    const { messages, deliver, measured } = await sending('echo', { clientIds: [1] });
    const good = messages(1)[0]!;
    const bad = [null, undefined, 'text', {}, { ...good, client: 0 }, { ...good, client: 2 }, { ...good, seq: 3 }];
    bad.push({ ...good, seq: 0.5 }, { ...good, seq: -1 }, { ...good, sent: 'soon' }, { ...good, sent: Number.NaN });
    bad.push({ ...good, seq: 1 }); // which it has not sent yet
    for (const body of bad) deliver(1, body);
    expect(await measured()).toMatchObject({ receivedByClients: { series: [] }, fromSent: { count: [] } });
  });

  test('an echo that went to the wrong client is missing at its sender and counted where it came', async () => {
    const { messages, deliver, measured } = await sending('echo', { params: { messages: 1 } });
    deliver(2, messages(1)[0]);
    const metrics = await measured();
    expect(metrics).toMatchObject({ receivedByClients: { series: [1] }, fromSent: { count: [] } });
    expect(metrics.missing.series.at(-1)).toBe(2);
  });
});

describe('a client is done', () => {
  test('when its own messages are all back, where nobody else hears them', async () => {
    const { clock, carry, isOver } = await sending('echo', { clientIds: [1], clients: 9 });
    clock.advance(1000);
    expect(await isOver()).toBe(false);
    carry();
    clock.advance(250);
    expect(await isOver()).toBe(true);
  });

  test('when it has those of all clients, where everybody hears them', async () => {
    const { clock, carry, deliver, isOver } = await sending('publish', { clientIds: [1], clients: 2 });
    clock.advance(1000);
    carry();
    clock.advance(1000);
    expect(await isOver()).toBe(false);
    for (const seq of [0, 1, 2]) deliver(1, { client: 2, seq, sent: 5, payload: '' });
    clock.advance(250);
    expect(await isOver()).toBe(true);
  });
});
