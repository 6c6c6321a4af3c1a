import { probePage } from './page-timers.ts';

test('a page of the browser swarm says how fine its clock is and how late its timers are', async () => {
  const { browser, clockStep, lateness } = await probePage(0.2, () => {});
  expect(browser).toMatch(/^Firefox \d/);
  expect(clockStep).toBeGreaterThan(0);
  expect(lateness.length).toBeGreaterThan(0);
});
