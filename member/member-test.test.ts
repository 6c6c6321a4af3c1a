import type { ClockRelation } from './contract.ts';
import { MemberTest } from './member-test.ts';
import { TEST } from './testing/fake-member.ts';
import { FakeClock } from './testing/fakes.ts';

const HOPS = { toServer: { kind: 'trend' }, inServer: { kind: 'trend' }, toClient: { kind: 'trend' } } as const;

function testWith(relation: ClockRelation | null, metrics: typeof TEST.metrics = HOPS) {
  const shared = new MemberTest({ ...TEST, metrics }, 2, [1, 2], new FakeClock(), relation);
  shared.begin(0);
  return shared;
}

test('a latency is split by the server’s times, seen from the member’s clock', () => {
  const shared = testWith({ offsetMs: 1_000, errorMs: 0 });
  shared.hops(10, [1_013, 1_018], 25); // had at 13, handed on at 18
  expect(shared.measured()).toMatchObject({
    toServer: { sum: [3], count: [1] },
    inServer: { sum: [5], count: [1] },
    toClient: { sum: [7], count: [1] },
  });
});

test('a part below zero by no more than the clocks’ error is none; below that the clocks were wrong', () => {
  const shared = testWith({ offsetMs: 0, errorMs: 2 });
  shared.hops(10, [9, 9], 20);
  shared.hops(10, [5, 5], 20);
  expect(shared.measured()).toMatchObject({ toServer: { sum: [0], count: [1], negative: 1 } });
  expect(shared.relation()).toEqual({ offsetMs: 0, errorMs: 5 });
});

test('without a relation only the time in the server is known', () => {
  const shared = testWith(null);
  shared.hops(10, [1_013, 1_018], 25);
  expect(shared.measured()).toMatchObject({ toServer: { count: [] }, inServer: { sum: [5] }, toClient: { count: [] } });
  expect(shared.relation()).toBeNull();
});

test('skips values that are no times, and metrics that the scenario does not measure', () => {
  const shared = testWith({ offsetMs: 0, errorMs: 0 });
  for (const hops of [undefined, null, [], ['1', '2']]) shared.hops(10, hops as never, 25);
  expect(shared.measured()).toMatchObject({ inServer: { count: [] } });
  const without = testWith({ offsetMs: 0, errorMs: 0 }, {});
  without.hops(10, [13, 18], 25);
  expect(without.measured()).toEqual({});
});

test('random numbers are the same for the same seed and client, and others for another', () => {
  const shared = testWith(null);
  const draw = (id: number) => Array.from({ length: 1_000 }, shared.random(id));
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(draw(1).every((value) => value >= 0 && value < 1)).toBe(true);
  const inHalf = draw(3).filter((value) => value < 0.5).length;
  expect(inHalf).toBeGreaterThan(400);
  expect(inHalf).toBeLessThan(600);
});
