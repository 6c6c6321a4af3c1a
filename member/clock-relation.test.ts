import type { Hops } from '../protocol/verbs.ts';
import { OffsetBounds, relateClocks } from './clock-relation.ts';
import { FakeClock } from './testing/fakes.ts';

/** Round trips to a server whose clock is `offset` ahead; each way takes what `ways` says in turn, ms. */
function server(clock: FakeClock, offset: number, ways: [up: number, down: number][]) {
  let trip = 0;
  return async (): Promise<Hops> => {
    const [up, down] = ways[trip++ % ways.length]!;
    clock.hang(up);
    const at = clock.now() + offset;
    clock.hang(down);
    return [at, at];
  };
}

test('the narrowest bounds of all round trips hold, whichever way was slow', async () => {
  const clock = new FakeClock();
  const relation = await relateClocks(
    clock,
    server(clock, 5_000, [
      [1, 30],
      [20, 2],
      [9, 9],
    ]),
  );
  // The offset is at least 5,000 - 2 by the fastest way down, at most 5,000 + 1 by the fastest way up.
  expect(relation).toEqual({ offsetMs: 4_999.5, errorMs: 1.5 });
});

test('the true offset is always within the error', async () => {
  for (const offset of [-1e6, 0, 0.5, 1e9]) {
    const clock = new FakeClock();
    const relation = await relateClocks(
      clock,
      server(clock, offset, [
        [3, 1],
        [2, 7],
      ]),
    );
    expect(Math.abs(relation!.offsetMs - offset)).toBeLessThanOrEqual(relation!.errorMs);
  }
});

test('one clock is one clock: no offset and no error', async () => {
  const clock = new FakeClock(true);
  expect(await relateClocks(clock, server(clock, 0, [[1, 2]]))).toEqual({ offsetMs: 0, errorMs: 0 });
});

test('a host that shares a clock with its own processes has an offset to a server elsewhere', async () => {
  const clock = new FakeClock(true);
  expect(await relateClocks(clock, server(clock, 700, [[1, 2]]))).toEqual({ offsetMs: 699.5, errorMs: 1.5 });
});

test('slow round trips end after a second', async () => {
  const clock = new FakeClock();
  let trips = 0;
  const ask = server(clock, 0, [[200, 200]]);
  await relateClocks(clock, () => {
    trips++;
    return ask();
  });
  expect(trips).toBe(3);
});

test('a clock that is rounded is known with an error that is no smaller', async () => {
  let exact = 1000;
  const now = () => {
    exact += 0.01;
    return Math.floor(exact);
  };
  const rounded = { now, shared: false, setTimer: () => null, clearTimer: () => {} };
  const relation = await relateClocks(rounded, async () => {
    exact += 0.1;
    return [exact + 5_000, exact + 5_000];
  });
  expect(relation!.errorMs).toBeLessThanOrEqual(1.5);
  expect(Math.abs(relation!.offsetMs - 5_000)).toBeLessThanOrEqual(relation!.errorMs);
});

test('without answers, or with nonsense for one, nothing is said', async () => {
  const clock = new FakeClock();
  expect(await relateClocks(clock, () => Promise.reject(new Error('unknown-event')))).toBeNull();
  for (const hops of [undefined, null, [1], ['a', 'b'], [1, Number.NaN]]) {
    expect(await relateClocks(clock, async () => hops as Hops)).toBeNull();
  }
});

test('bounds that exclude each other, as when a clock was set, give nothing', () => {
  const bounds = new OffsetBounds();
  bounds.note(0, [100, 100], 2);
  bounds.note(10, [500, 500], 12);
  expect(bounds.relation()).toBeNull();
});

test('an offset that messages show to be impossible is as far off as that', () => {
  const bounds = new OffsetBounds();
  expect(bounds.distance(50)).toBe(0);
  bounds.note(0, [100, 101], 4);
  expect(bounds.distance(98)).toBe(0);
  expect(bounds.distance(95)).toBe(2);
  expect(bounds.distance(103)).toBe(3);
});
