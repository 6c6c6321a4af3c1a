import type { FakeClock } from '../../../member/testing/fakes.ts';
import { playedMember, turns } from '../testing/played-member.ts';
import storm from './client.ts';
import { jsonText, STORM_METRICS } from './scenario.ts';

const turn = () => turns(1);

/** A member of two clients that was told to begin. `before` is what happens at each connection of the test, 1 and 2. */
async function begun(before: (n: number, clock: FakeClock) => void | Promise<void>) {
  const { clock, adapter, member, ...played } = await playedMember(storm, {
    clientIds: [1, 2],
    now: false,
    params: { bytes: 3, text: 'plain' },
    metrics: STORM_METRICS,
  });
  const related = adapter.sockets.length; // those over which clocks were related
  adapter.before = (n) => before(n - related, clock);
  member.begin();
  await turn();
  const greet = (client: number, body: unknown) =>
    adapter.sockets[related + client - 1]!.deliver('greet', { body, hops: [0, 0] });
  const closed = () => adapter.sockets.slice(related).map(({ closedByClient }) => closedByClient);
  const report = async () => {
    const { metrics, error, total } = await played.report();
    const counted = ['held', 'failed', 'receivedByClients', 'wrongSize', 'missing'];
    return { metrics, error, totals: Object.fromEntries(counted.map((name) => [name, total(name)])) };
  };
  return { clock, adapter, greet, closed, report };
}

const ALL_WELL = { held: 2, failed: 0, receivedByClients: 2, wrongSize: 0, missing: 0 };

test('all connect at once, and each closes when it has its message', async () => {
  const { clock, adapter, greet, closed, report } = await begun(turn);
  expect(adapter.mostAtOnce).toBe(2);
  await turn();
  clock.advance(40);
  greet(1, 'abc');
  await turn();
  expect(closed()).toEqual([true, false]);
  clock.advance(20);
  greet(2, 'abc');
  const { totals, metrics } = await report();
  expect(totals).toEqual(ALL_WELL);
  expect(closed()).toEqual([true, true]);
  expect(metrics.connectToMessage).toMatchObject({ sum: [100], count: [2] });
});

test('the time to connect is that of each connection, from when all were asked for', async () => {
  const { greet, report } = await begun((n, clock) => {
    if (n === 2) clock.advance(30);
  });
  greet(1, 'abc');
  greet(2, 'abc');
  expect((await report()).metrics.connect).toMatchObject({ sum: [60], count: [2] });
});

test('a connection that fails is counted, says why, and keeps nobody waiting', async () => {
  const { greet, report } = await begun((n) => {
    if (n === 1) throw new Error('no more ports');
  });
  greet(1, 'abc'); // of the only connection there is
  const { totals, error } = await report();
  expect(totals).toEqual({ ...ALL_WELL, held: 1, failed: 1, receivedByClients: 1 });
  expect(error).toMatch(/Client 1 could not connect .* no more ports/);
});

test('a connection that is never made is counted as failed when time is up', async () => {
  const { report } = await begun(() => new Promise(() => {}));
  expect((await report()).totals).toEqual({ ...ALL_WELL, held: 0, failed: 2, receivedByClients: 0 });
});

test('messages that do not come, come twice or have another size are counted', async () => {
  const { greet, report } = await begun(() => {});
  greet(1, 'abcd');
  const { totals } = await report();
  expect(totals).toEqual({ ...ALL_WELL, receivedByClients: 1, wrongSize: 1, missing: 1 });
});

test('JSON full of quotes is as long as was asked for, and grows when it is escaped', () => {
  const text = jsonText(1000);
  expect(text).toHaveLength(1000);
  expect(JSON.stringify(text).length).toBeGreaterThan(1200);
});
