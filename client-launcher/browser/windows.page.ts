/** Windows in a real Firefox: the clients of a lane work as well when another window is in front. */
import { launchTwice } from './driver.ts';
import { IN_THE_BACKGROUND } from './preferences.ts';
import { Windows } from './windows.ts';

/** Of many timers of 0 ms that follow no other timer, what a quarter took at most, ms: on a busy machine too some are not late. */
const SHORT_TIMERS = `
  const ownTask = () => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { port1.close(); resolve(); };
    port2.postMessage(null);
  });
  return (async () => {
    const took = [];
    for (let timer = 0; timer < 200; timer++) {
      await ownTask();
      const from = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 0));
      took.push(performance.now() - from);
    }
    return [document.visibilityState, took.sort((a, b) => a - b)[50]];
  })();`;

/** What the slowest of four timers of 0 ms took, ms. */
const FOUR_TIMERS = `
  return (async () => {
    const took = [];
    for (let timer = 0; timer < 4; timer++) {
      const from = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 0));
      took.push(performance.now() - from);
    }
    return [document.visibilityState, Math.max(...took)];
  })();`;

/** The least that browsers give nested timers, and pages in the background by default more, ms. */
const CLAMP_MS = 4;

test('pages that are kept in the background are hidden, those that come later too, and their timers wait', async () => {
  const windows = new Windows(await launchTwice({ settings: IN_THE_BACKGROUND }, 'a browser with hidden pages'));
  const first = windows.first();
  try {
    await windows.keepBehind();
    const second = await windows.open();
    for (const { driver } of [first, second]) {
      await driver.get('about:blank');
      const [state, ms] = await driver.executeScript<[string, number]>(FOUR_TIMERS);
      expect(state).toBe('hidden');
      expect(ms).toBeGreaterThan(CLAMP_MS);
    }
  } finally {
    await first.close();
  }
});

test('a window that is not brought to the front for its commands has timers without a least time', async () => {
  const windows = new Windows(await launchTwice({}, 'a browser with two windows'));
  const first = windows.first();
  try {
    const second = await windows.open();
    for (const { driver } of [first, second]) await driver.get('about:blank');
    const found: [state: string, ms: number][] = [];
    for (const { driver } of [first, second]) found.push(await driver.executeScript(SHORT_TIMERS));
    expect(found.map(([state]) => state)).toContain('hidden');
    for (const [, ms] of found) expect(ms).toBeLessThan(CLAMP_MS);
  } finally {
    await first.close();
  }
});
