import { Member } from '../../../member/member.ts';
import { reportNow } from '../../../member/testing/fake-member.ts';
import { FakeAdapter, FakeClock, type FakeSocket } from '../../../member/testing/fakes.ts';
import type { Reply } from '../../../protocol/socket.ts';
import { SHARED_MESSAGE_METRICS } from '../messages/message-metrics.ts';
import { sum } from '../testing/evidence.ts';
import presence from './client.ts';

/** Two clients that come and go twice, one change per second, in a room that is played here; `refuses` is a request that it refuses. */
async function room(refuses: string | null = null) {
  const clock = new FakeClock();
  const adapter = new FakeAdapter(clock);
  const names = new Map<FakeSocket, string>();
  const answer = (socket: FakeSocket, event: string, data: unknown): Reply => {
    const hops = [clock.now(), clock.now()];
    if (event === refuses) return { ok: false, code: 'wrong-state', reason: 'made up for a test' };
    if (event !== 'join' && event !== 'leave') return { ok: true, body: null, hops };
    const { name, body } = data as { name?: string; body: unknown };
    if (name !== undefined) names.set(socket, name);
    const told = { name: names.get(socket), body, hops };
    for (const one of adapter.sockets) one.deliver(event === 'join' ? 'joined' : 'left', told);
    return { ok: true, names: [...names.values()] };
  };
  adapter.answer = () => ({ ok: true, body: null, hops: [clock.now(), clock.now()] });
  const member = new Member({ adapter, url: 'http://x', clock, script: async () => presence as never });
  await member.connect({ transport: 'websocket', clientIds: [1, 2], clients: 2, parallel: 1, now: true });
  await member.prepare({
    test: 't',
    scenario: 'presence',
    params: { visits: 2, rate: 1, payload: 4, phase: 'together' },
    bucketMs: 1000,
    metrics: SHARED_MESSAGE_METRICS,
    giveUpMs: 30_000,
    seed: 1,
    start: 'told',
  });
  for (const socket of adapter.sockets) {
    socket.answer = (event, data) => answer(socket, event, data);
    socket.sent.length = 0;
  }
  member.begin();
  for (let second = 0; second < 5; second++) {
    clock.advance(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  clock.advance(30_000);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever kind it is
  const { metrics, error } = (await reportNow(member)) as any;
  const asked = adapter.sockets.map(({ sent }) =>
    sent.map(({ event, data }) => [event, (data as { name?: string }).name]),
  );
  return { metrics, error, asked, total: (name: string) => sum(metrics[name].series) };
}

test('each client comes and goes in turn under its own name, and hears of all, itself included', async () => {
  const { asked, total, metrics, error } = await room();
  expect(error).toBeNull();
  expect(asked).toEqual(
    [1, 2].map((id) =>
      ['join', 'leave', 'join', 'leave'].map((event) => [event, event === 'join' ? `user ${id}` : undefined]),
    ),
  );
  expect(['sentByClients', 'receivedByClients', 'missing', 'outOfOrder', 'duplicates'].map(total)).toEqual([
    8, 16, 0, 0, 0,
  ]);
  expect(sum(metrics.fromSent.count)).toBe(8);
});

test('a refusal is told, and what nobody is told of is missing', async () => {
  const { error, total } = await room('leave');
  expect(error).toBe('The server refused "leave": made up for a test');
  expect(total('missing')).toBe(8);
});
