import type { Metric } from '../../../metrics/metric.ts';
import type { Reply } from '../../../protocol/socket.ts';
import { count, trend } from '../testing/evidence.ts';
import { playedMember, turns } from '../testing/played-member.ts';
import requestResponse from './client.ts';
import scenario, { REQUEST_METRICS, type RequestParams } from './scenario.ts';

const PARAMS: RequestParams = { requests: 3, mode: 'one-after-the-other', bytes: 2, connect: 'before' };
/** One client that was told to begin; the test answers its requests. */
async function begun(params: Partial<RequestParams> = {}) {
  const all = { ...PARAMS, ...params };
  const { adapter, clock, hops, member, report } = await playedMember(requestResponse, {
    clientIds: [1],
    now: all.connect === 'before',
    params: all as never,
    metrics: REQUEST_METRICS,
  });
  const good = (body: unknown): Reply => ({ ok: true, body, hops: hops() });
  const waiting: ((reply: Reply) => void)[] = [];
  const answer = () => new Promise<Reply>((resolve) => waiting.push(resolve));
  adapter.answer = answer;
  for (const socket of adapter.sockets) socket.answer = answer;
  member.begin();
  await turns();
  /** As the server: answers the request that has waited longest, `ms` later. */
  const reply = async (ms = 0, what: Reply = good('ab')) => {
    clock.advance(ms);
    waiting.shift()!(what);
    await turns();
  };
  return { adapter, clock, waiting, reply, report };
}

test('one after the other: the next is asked when the one before is answered', async () => {
  const { waiting, reply, report } = await begun();
  for (const ms of [10, 20, 30]) {
    expect(waiting).toHaveLength(1);
    await reply(ms);
  }
  const { metrics, total } = await report();
  expect(metrics.response).toMatchObject({ sum: [60], count: [3] });
  expect(metrics.whole).toMatchObject({ sum: [60], count: [1] });
  expect([total('sentByClients'), total('receivedByClients'), total('missing')]).toEqual([3, 3, 0]);
});

test('at once: all are asked before one is answered', async () => {
  const { waiting, reply, report } = await begun({ mode: 'at-once' });
  expect(waiting).toHaveLength(3);
  for (const ms of [10, 20, 30]) await reply(ms);
  const { metrics } = await report();
  expect(metrics.response).toMatchObject({ sum: [10 + 30 + 60], count: [3] });
  expect(metrics.whole).toMatchObject({ sum: [60], count: [1] });
});

test('where clients connect themselves, connecting is a part of the whole', async () => {
  const { adapter, reply, report } = await begun({ connect: 'themselves', requests: 1 });
  expect(adapter.sockets.at(-1)!.all('request')).toHaveLength(1);
  await reply(15);
  const { metrics } = await report();
  expect(metrics.connect).toMatchObject({ count: [1] });
  expect(metrics.asking).toMatchObject({ sum: [15] });
  expect(metrics.whole).toMatchObject({ sum: [15] });
});

test('a request that fails is counted with its reason, and the client’s whole time is not', async () => {
  const { reply, report } = await begun({ requests: 2 });
  await reply(1, { ok: false, code: 'out-of-range', reason: 'no such thing' });
  await reply(1);
  const { metrics, error, total } = await report();
  expect([total('failed'), total('receivedByClients'), total('missing')]).toEqual([1, 1, 0]);
  expect(error).toMatch(/no such thing/);
  expect(metrics.whole).toMatchObject({ count: [] });
});

test('a reply of another size is counted', async () => {
  const { clock, reply, report } = await begun({ requests: 1 });
  await reply(1, { ok: true, body: 'abc', hops: [clock.now(), clock.now()] });
  expect((await report()).total('wrongSize')).toBe(1);
});

test('what has no reply when time is up is missing', async () => {
  const { reply, report } = await begun({ mode: 'at-once' });
  await reply(1);
  const { total } = await report();
  expect([total('receivedByClients'), total('missing'), total('failed')]).toEqual([1, 2, 0]);
});

test.each([1, 1_000])(
  'to warm up it goes on asking until the time has passed, with %i requests in a test',
  async (requests) => {
    const { waiting, reply } = await begun({ requests, seconds: 2 });
    for (const ms of [900, 900]) {
      await reply(ms);
      expect(waiting).toHaveLength(1);
    }
    await reply(900);
    expect(waiting).toHaveLength(0);
  },
);

describe('replies per second', () => {
  const from = (metrics: Record<string, Metric>) =>
    scenario.derived!.perSecond!.from(metrics, { swarm: 'console', members: 1 });
  const receivedByClients = count(REQUEST_METRICS.receivedByClients, [600, 400]);

  test('are all replies over the time of the client that took longest', () => {
    expect(from({ receivedByClients, whole: trend(REQUEST_METRICS.whole, 2, 1250) })).toEqual([800]);
  });

  test('are not known where no client came to its end', () => {
    expect(from({ receivedByClients, whole: trend(REQUEST_METRICS.whole, 0) })).toBe('no client had all its replies');
  });
});
