import type { FakeSocket } from '../../../member/testing/fakes.ts';
import type { Reply } from '../../../protocol/socket.ts';
import { SHARED_MESSAGE_METRICS } from '../messages/message-metrics.ts';
import { sum } from '../testing/evidence.ts';
import { playedMember, turns } from '../testing/played-member.ts';
import presence from './client.ts';

/** Two clients that come and go twice, one change per second, in a room that is played here; `refuses` is a request that it refuses. */
async function room(refuses: string | null = null) {
  const { adapter, clock, hops, member, report, toAll } = await playedMember(presence, {
    clientIds: [1, 2],
    params: { visits: 2, rate: 1, payload: 4, phase: 'together' },
    metrics: SHARED_MESSAGE_METRICS,
  });
  const names = new Map<FakeSocket, string>();
  const answer = (socket: FakeSocket, event: string, data: unknown): Reply => {
    if (event === refuses) return { ok: false, code: 'wrong-state', reason: 'made up for a test' };
    if (event !== 'join' && event !== 'leave') return { ok: true, body: null, hops: hops() };
    const { name, body } = data as { name?: string; body: unknown };
    if (name !== undefined) names.set(socket, name);
    toAll(event === 'join' ? 'joined' : 'left', { name: names.get(socket), body, hops: hops() });
    return { ok: true, names: [...names.values()] };
  };
  for (const socket of adapter.sockets) {
    socket.answer = (event, data) => answer(socket, event, data);
    socket.sent.length = 0;
  }
  member.begin();
  for (let second = 0; second < 5; second++) {
    clock.advance(1000);
    await turns(1);
  }
  const asked = adapter.sockets.map(({ sent }) =>
    sent.map(({ event, data }) => [event, (data as { name?: string }).name]),
  );
  return { asked, ...(await report()) };
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
