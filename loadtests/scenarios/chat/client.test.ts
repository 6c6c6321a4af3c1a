import { startBody } from '../../../member/start.ts';
import type { FakeSocket } from '../../../member/testing/fakes.ts';
import { seededRandom } from '../../../protocol/random.ts';
import type { Reply } from '../../../protocol/socket.ts';
import { playedMember, turns } from '../testing/played-member.ts';
import chat, { someWords } from './client.ts';
import { CHAT_METRICS, type ChatParams } from './scenario.ts';

/** Three users in a room whose server is played here: names are its own, and `taken` says what it does about those that are. */
async function room(params: Partial<ChatParams> = {}, taken: 'refused' | 'given' = 'refused') {
  const member = await playedMember(chat, {
    clientIds: [1, 2, 3],
    params: { messages: 2, interval: 200, sender: 'one', ...params },
    metrics: CHAT_METRICS,
    start: 'publish',
  });
  const { clock, adapter, hops, toAll, report } = member;
  const names = new Map<FakeSocket, string>();
  const answer = async (socket: FakeSocket, event: string, data: unknown): Promise<Reply> => {
    if (event === 'request') return { ok: true, body: null, hops: hops() };
    await turns(1); // messages to all come after earlier ones, the start among them
    if (event === 'leave') {
      names.delete(socket);
      return { ok: true };
    }
    const { name } = data as { name: string };
    const had = [...names.values()].includes(name);
    if (had && taken === 'refused') return { ok: false, code: 'name-taken', reason: `"${name}" is taken` };
    names.set(socket, name);
    toAll('joined', { name });
    return { ok: true, names: [...names.values()] };
  };
  const start = async (test: string) => {
    for (const socket of adapter.sockets) {
      socket.answer = (event, data) => answer(socket, event, data);
      socket.sent.length = 0;
    }
    toAll('publish', { body: startBody(test), hops: [0, 0] });
    await turns();
  };
  await start('t');
  const prepare = async (test: string) => {
    await member.prepare(test);
    await start(test);
  };
  /** As the server: hands on all that was written and not handed on before. */
  const carried = new Set<unknown>();
  const carry = async () => {
    for (const { data } of adapter.sockets.flatMap((socket) => socket.all('publish'))) {
      if (carried.has(data)) continue;
      carried.add(data);
      toAll('publish', { body: data, hops: hops() });
    }
    await turns();
  };
  const asked = (user: number) =>
    adapter.sockets[user - 1]!.sent.filter(({ event }) => event !== 'publish').map(({ event, data }) => [
      event,
      data.name,
    ]);
  return { clock, adapter, names, prepare, carry, asked, report };
}

test('users join under names of their own; the second one asks for that of the first before, and is refused', async () => {
  const { asked, names, carry, clock, report } = await room();
  expect(asked(1)).toEqual([['join', 'user 1']]);
  expect(asked(2)).toEqual([
    ['join', 'user 1'],
    ['join', 'user 2'],
  ]);
  expect([...names.values()].sort()).toEqual(['user 1', 'user 2', 'user 3']);
  clock.advance(2000);
  await carry();
  const { total, metrics } = await report();
  expect([total('namesRefused'), total('namesHeard')]).toEqual([1, 9]);
  expect(metrics.joining).toMatchObject({ count: [3] });
});

test('one writes: its messages are due after the joining, one per interval, and reach all', async () => {
  const { adapter, clock, carry, report } = await room();
  clock.advance(2000);
  const written = adapter.sockets.map((socket) => socket.all('publish').map(({ at }) => at - 1000));
  expect(written).toEqual([[1000, 1200], [], []]);
  await carry();
  const { total, error } = await report();
  expect([total('sentByClients'), total('receivedByClients'), total('missing')]).toEqual([2, 6, 0]);
  expect(error).toBeNull();
});

test('all write: spread over the interval, in words', async () => {
  const { adapter, clock, carry, report } = await room({ sender: 'all', interval: 300 });
  clock.advance(2000);
  const first = adapter.sockets.map((socket) => socket.all('publish')[0]!);
  expect(first.map(({ at }) => Math.round(at - 1000))).toEqual([1000, 1100, 1200]);
  for (const { data } of first) expect(data.payload).toMatch(/^([a-z]{3,6} ){4,24}[a-z]{3,6}$/);
  await carry();
  expect((await report()).total('receivedByClients')).toBe(18);
});

test('who has heard everything leaves, so that the names are free for the next test', async () => {
  const { clock, carry, names, prepare, report } = await room();
  clock.advance(2000);
  await carry();
  expect(names.size).toBe(0);
  await prepare('u');
  clock.advance(2000);
  await carry();
  const { total, error } = await report();
  expect([total('namesHeard'), error]).toEqual([9, null]);
});

test('who gives up leaves too', async () => {
  const { names, report } = await room();
  const { total } = await report(); // nothing was handed on
  await turns();
  expect(total('missing')).toBe(6);
  expect(names.size).toBe(0);
});

test('a server that gives one name to two is found out', async () => {
  const { clock, carry, report } = await room({}, 'given');
  clock.advance(2000);
  await carry();
  const { total } = await report();
  expect([total('namesRefused'), total('namesHeard')]).toEqual([0, 6]);
});

test('there are 5 to 25 words of 3 to 6 letters, and both ends of both come up', () => {
  const random = seededRandom(1, 1);
  const texts = Array.from({ length: 2000 }, () => someWords(random).split(' '));
  const counts = texts.map((words) => words.length);
  const lengths = texts.flat().map((word) => word.length);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([5, 25]);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([3, 6]);
  expect(texts.flat().every((word) => /^[a-z]+$/.test(word))).toBe(true);
});

test('the same seed has the same words', () => {
  expect(someWords(seededRandom(7, 2))).toBe(someWords(seededRandom(7, 2)));
  expect(someWords(seededRandom(7, 2))).not.toBe(someWords(seededRandom(8, 2)));
});
