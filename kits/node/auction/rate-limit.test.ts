/** Token buckets on a clock that is moved by hand. */
import { Limit, Limits } from './rate-limit.ts';

const RATE = { burst: 3, everyMs: 100 };

const takeAll = (limit: Limit, now: number): number => {
  let taken = 0;
  while (limit.take(now)) taken++;
  return taken;
};

test('a burst at once, then one each time it is due, and never more than a burst', () => {
  const limit = new Limit(RATE, 0);
  expect(takeAll(limit, 0)).toBe(3);
  expect(limit.take(99)).toBe(false);
  expect(limit.take(100)).toBe(true);
  expect(limit.take(199)).toBe(false);
  expect(takeAll(limit, 350)).toBe(2);
  expect(takeAll(limit, 1_000_000)).toBe(3);
});

test('a clock that is set back takes nothing away and gives nothing', () => {
  const limit = new Limit(RATE, 1_000);
  limit.take(1_000);
  expect(takeAll(limit, 0)).toBe(2);
  expect(limit.take(99)).toBe(false);
  expect(limit.take(100)).toBe(true);
});

test('a reserved token is free again when it is given back, and gone when it is taken', () => {
  const limit = new Limit(RATE, 0);
  for (let i = 0; i < 3; i++) limit.setAside();
  expect(limit.has(0)).toBe(false);
  expect(limit.isSpent(0)).toBe(false);
  limit.settle(false, 0);
  expect(takeAll(limit, 0)).toBe(1);
  limit.settle(true, 0);
  limit.settle(true, 0);
  expect(limit.isSpent(99)).toBe(true);
  expect(takeAll(limit, 100)).toBe(1);
});

test('a bucket with a reserved token is not dropped', () => {
  const limits = new Limits(RATE, 10);
  limits.of('busy', 0).setAside();
  for (let i = 0; i < 1_000; i++) limits.of(`idle ${i}`, 0);
  limits.of('busy', 0).settle(true, 0);
  expect(takeAll(limits.of('busy', 0), 0)).toBe(2);
});

test('each key has its own; full buckets are dropped when there are many, and the others are kept', () => {
  const limits = new Limits(RATE, 10);
  takeAll(limits.of('busy', 0), 0);
  for (let i = 0; i < 1_000; i++) limits.of(`idle ${i}`, 0);
  expect(limits.size).toBeLessThan(25);
  expect(limits.of('busy', 0).take(0)).toBe(false);
  expect(limits.of('idle 1', 0).take(0)).toBe(true);
});
