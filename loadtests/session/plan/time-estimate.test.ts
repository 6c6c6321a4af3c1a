import { minutes, TimeEstimate } from './time-estimate.ts';

test('times are minutes and seconds', () => {
  expect([0, 5, 65, 600.4, -3].map(minutes)).toEqual(['0:00', '0:05', '1:05', '10:00', '0:00']);
});

test('what is left is what has not begun, and what is left of what has', () => {
  let now = 1_000;
  const estimate = new TimeEstimate(() => now);
  estimate.expect('browser', 40);
  estimate.expect('app', 20);
  estimate.expect('run', 30);
  expect(estimate.left).toBe(90);
  expect(estimate.share).toBe(0);
  estimate.begin('browser');
  estimate.begin('app');
  now += 10_000;
  expect(estimate.left).toBe(30 + 10 + 30);
  estimate.end('app');
  expect(estimate.left).toBe(60);
  expect(estimate.share).toBeCloseTo(10 / 70);
});

test('a part that takes longer than expected takes nothing from the others', () => {
  let now = 0;
  const estimate = new TimeEstimate(() => now);
  estimate.expect('slow', 5);
  estimate.expect('other', 10);
  estimate.begin('slow');
  now += 60_000;
  expect(estimate.left).toBe(10);
  expect(estimate.share).toBeCloseTo(60 / 70);
  estimate.end('slow');
  estimate.end('other');
  expect(estimate.share).toBe(1);
});

test('an expectation is corrected, and what nobody expected is no part', () => {
  const estimate = new TimeEstimate(() => 0);
  estimate.expect('run', 30);
  estimate.expect('run', 45);
  estimate.begin('surprise');
  estimate.end('surprise');
  expect(estimate.left).toBe(45);
});
