import { fedMember } from '../feed/testing/fed-member.ts';
import fanOut from './client.ts';
import type { FanOutParams } from './params.ts';
import scenario from './scenario.ts';

/** Three pings before the first body, two while three bodies are fed. */
const PARAMS: FanOutParams = {
  ...{ messages: 3, payload: 0, interval: 20, before: 0.1, after: 0, ping: 40 },
  ...{ pinger: 'client', wait: 'yes' },
};

const member = (clientIds = [1, 2], related = true, params = PARAMS) =>
  fedMember(fanOut as never, { clientIds, params, metrics: scenario.metrics, related });

const pingOf = (seq: number) => ({ ping: seq });

test('client 1 pings on a schedule of its own, whatever comes back; the others do not', async () => {
  const { clock, echoes } = await member();
  clock.advance(1000);
  expect(echoes(1).map(({ data, at }) => [data, at])).toEqual(
    [0, 1, 2, 3].map((seq) => [pingOf(seq), 1000 + 40 * seq]),
  );
  expect(echoes(2)).toEqual([]);
});

test('response times are told apart by whether their ping was due before the first body', async () => {
  const { clock, answer, feed, measured } = await member();
  clock.advance(5);
  answer(1, pingOf(0));
  clock.advance(130);
  for (const seq of [1, 2]) answer(1, pingOf(seq));
  answer(1, pingOf(3));
  for (const client of [1, 2]) for (const seq of [0, 1, 2]) feed(client, seq);
  expect(await measured()).toMatchObject({
    sentByClients: 4,
    pingsAnswered: 4,
    pingBefore: `3 x ${(5 + 95 + 55) / 3}`,
    pingDuring: '1 x 15',
    missing: 0,
  });
});

test('it is over when every body and every ping has come', async () => {
  const { clock, feed, answer, isOver } = await member();
  clock.advance(200);
  for (const client of [1, 2]) for (const seq of [0, 1, 2]) feed(client, seq);
  for (const seq of [0, 1, 2]) answer(1, pingOf(seq));
  expect(await isOver()).toBe(false);
  answer(1, pingOf(3));
  expect(await isOver()).toBe(true);
});

test('where the backend pings, client 1 sends nothing and stays until the last ping is due', async () => {
  const { clock, feed, echoes, isOver } = await member([1], true, { ...PARAMS, pinger: 'http', after: 2 });
  clock.advance(200);
  for (const seq of [0, 1, 2]) feed(1, seq);
  expect(await isOver()).toBe(false);
  clock.advance(1000);
  expect(await isOver()).toBe(true);
  expect(echoes(1)).toEqual([]);
});

test('a pong that nobody waits for, and what is none, count as nothing', async () => {
  const { clock, answer, measured } = await member([1]);
  clock.advance(50);
  for (const body of [pingOf(0), pingOf(0), pingOf(3), pingOf(99), { ping: 'x' }, {}, null, 'ping']) answer(1, body);
  expect(await measured()).toMatchObject({ pingsAnswered: 1 });
});

test('delivery is told by the backend’s clock, as far as that is known', async () => {
  const { feed, measured } = await member([2]);
  feed(2, 0, 8);
  expect(await measured()).toMatchObject({ delivery: '1 x 8', toServer: '1 x 4', toClient: '1 x 4' });
  const unrelated = await member([2], false);
  unrelated.feed(2, 0, 8);
  expect(await unrelated.measured()).toMatchObject({ delivery: 'none', receivedByClients: 1 });
});

test('bodies that are lost, doubled, overtaken or none at all are told apart', async () => {
  const { feed, measured } = await member([2]);
  for (const seq of [2, 0, 0, 3, -1, 0.5, 'x']) feed(2, seq);
  expect(await measured()).toMatchObject({ receivedByClients: 3, duplicates: 1, outOfOrder: 1, missing: 1 });
});
