import { runnable, slowness, slownessOf } from './slowness.ts';

test('a machine with a core for everybody is not slow; then it is by as much as there is more to do', () => {
  expect(slownessOf(0, 2)).toBe(1);
  expect(slownessOf(2, 2)).toBe(1);
  expect(slownessOf(17, 2)).toBe(8.5);
});

test('a machine that is hopelessly slow is not waited for without end', () => {
  expect(slownessOf(1_000, 1)).toBe(12);
});

test('counts the processes that run now, except the caller', () => {
  expect(runnable('15.80 12.55 7.49 18/1042 29071\n')).toBe(17);
  expect(runnable('0.00 0.00 0.00 1/80 7\n')).toBe(0);
  expect(runnable('')).toBe(0);
});

test('this machine says how slow it is', () => {
  expect(slowness()).toBeGreaterThanOrEqual(1);
});
