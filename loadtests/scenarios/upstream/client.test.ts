import { reportNow } from '../../../member/testing/fake-member.ts';
import type { FakeClock } from '../../../member/testing/fakes.ts';
import type { Reply } from '../../../protocol/socket.ts';
import { playedMember, turns } from '../testing/played-member.ts';
import upstream from './client.ts';
import { UPSTREAM_METRICS } from './scenario.ts';

/** Clients with two messages each, one per second, and a ping of client 1 every second; the server answers as `answer` says. */
async function begun(clientIds: number[], answer: (clock: FakeClock) => Reply | Promise<Reply>) {
  const { adapter, clock, member, ...played } = await playedMember(upstream, {
    ...{ clientIds, clients: 2 },
    params: { rate: 1, messages: 2, payload: 4, phase: 'spread', ping: 1000 },
    metrics: UPSTREAM_METRICS,
  });
  for (const socket of adapter.sockets) {
    socket.sent.length = 0;
    socket.answer = () => answer(clock);
  }
  member.begin();
  const pass = async (ms: number) => {
    clock.advance(ms);
    await turns(1);
  };
  const report = async () => {
    const { metrics, total } = await played.report();
    return { metrics, unanswered: total('unanswered') };
  };
  const sent = (place: number) => adapter.sockets[place - 1]!.sent.map(({ event, at }) => [event, at - 1000]);
  return { member, pass, report, sent };
}

const good = (clock: FakeClock): Reply => ({ ok: true, body: '', hops: [clock.now(), clock.now()] });

test('each client sends on its schedule, and asks once after its last message', async () => {
  const { pass, sent } = await begun([2], good);
  for (let half = 0; half < 5; half++) await pass(500);
  expect(sent(1)).toEqual([
    ['sink', 500],
    ['sink', 1500],
    ['request', 1500],
  ]);
});

test('client 1 pings besides, for as long as all send', async () => {
  const { pass, sent, report } = await begun([1], good);
  for (let half = 0; half < 5; half++) await pass(500);
  expect(sent(1).filter(([event]) => event === 'request')).toEqual([
    ['request', 0],
    ['request', 1000],
    ['request', 1000], // after its last message
  ]);
  const { metrics, unanswered } = await report();
  expect(metrics.response).toMatchObject({ count: [1, 1] });
  expect(metrics.confirmed).toMatchObject({ count: [0, 1] });
  expect(unanswered).toBe(0);
});

test('what was not answered is counted when time is up, each request once', async () => {
  const { report } = await begun([1], () => new Promise(() => {}));
  expect((await report()).unanswered).toBe(3);
});

test('a request that is refused is counted, and keeps nobody waiting', async () => {
  const { member, pass } = await begun([2], () => ({ ok: false, code: 'out-of-range', reason: 'no such thing' }));
  for (let half = 0; half < 4; half++) await pass(500);
  const report = (await reportNow(member))!;
  expect(report.metrics.unanswered).toMatchObject({ series: [0, 1] });
  expect(report.error).toMatch(/no such thing/);
});
