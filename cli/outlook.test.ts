import { minutes, Outlook } from './outlook.ts';

test('times are minutes and seconds', () => {
  expect([0, 5, 65, 600.4, -3].map(minutes)).toEqual(['0:00', '0:05', '1:05', '10:00', '0:00']);
});

test('what is left is what has not begun, and what is left of what has', () => {
  let now = 1_000;
  const outlook = new Outlook(() => now);
  outlook.expect('browser', 40);
  outlook.expect('app', 20);
  outlook.expect('run', 30);
  expect(outlook.left).toBe(90);
  expect(outlook.share).toBe(0);
  outlook.begin('browser');
  outlook.begin('app');
  now += 10_000;
  expect(outlook.left).toBe(30 + 10 + 30);
  outlook.end('app');
  expect(outlook.left).toBe(60);
  expect(outlook.share).toBeCloseTo(10 / 70);
});

test('a part that takes longer than expected takes nothing from the others', () => {
  let now = 0;
  const outlook = new Outlook(() => now);
  outlook.expect('slow', 5);
  outlook.expect('other', 10);
  outlook.begin('slow');
  now += 60_000;
  expect(outlook.left).toBe(10);
  expect(outlook.share).toBeCloseTo(60 / 70);
  outlook.end('slow');
  outlook.end('other');
  expect(outlook.share).toBe(1);
});

test('an expectation is corrected, and what nobody expected is no part', () => {
  const outlook = new Outlook(() => 0);
  outlook.expect('run', 30);
  outlook.expect('run', 45);
  outlook.begin('surprise');
  outlook.end('surprise');
  expect(outlook.left).toBe(45);
});
