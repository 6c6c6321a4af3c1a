import { jest } from '@jest/globals';
import { type Command, Name } from 'selenium-webdriver/lib/command.js';
import { eventually } from '../../system/testing/eventually.ts';
import type { OpenBrowser } from './driver.ts';
import { Windows } from './windows.ts';

/** A browser that notes what it is asked to do, each with the window that it was asked in. */
function madeUp(): { browser: OpenBrowser; did: string[] } {
  const did: string[] = [];
  let [opened, current] = [1, 'w1'];
  const driver = {
    getWindowHandle: async () => current,
    switchTo: () => ({
      newWindow: async () => {
        opened += 1;
        current = `w${opened}`;
      },
    }),
    execute: async (command: Command) => {
      const [handle, focus] = ['handle', 'focus'].map((name) => command.getParameter(name));
      expect([command.getName(), focus]).toEqual([Name.SWITCH_TO_WINDOW, false]);
      did.push(`to ${handle}`);
      current = handle as string;
    },
    get: async (url: string) => {
      await Promise.resolve();
      did.push(`${current} ${url}`);
    },
    close: async () => void did.push(`${current} closed`),
  };
  const close = async (): Promise<void> => void did.push('browser closed');
  const versions = { browser: '1', driver: '1' };
  return { browser: { driver, versions, pid: 7, death: () => null, close } as unknown as OpenBrowser, did };
}

test('the limit of scripts is set where it changes, for all windows', async () => {
  const { browser } = madeUp();
  const limits: number[] = [];
  Object.assign(browser.driver, {
    manage: () => ({ setTimeouts: async ({ script }: { script: number }) => limits.push(script) }),
  });
  const windows = new Windows(browser);
  const [first, second] = [windows.first(), await windows.open()];
  for (const [window, ms] of [
    [first, 5],
    [second, 5],
    [first, 6],
    [second, 6],
  ] as const)
    await window.driver.limitScripts(ms);
  expect(limits).toEqual([5, 6]);
});

test('a browser with one window is not asked to switch', async () => {
  const { browser, did } = madeUp();
  await new Windows(browser).first().driver.get('a');
  expect(did).toEqual(['w1 a']);
});

test('what is done in a window is done there, also while others are asked for', async () => {
  const { browser, did } = madeUp();
  const windows = new Windows(browser);
  const first = windows.first();
  const second = await windows.open();
  const third = await windows.open();
  await Promise.all([first.driver.get('a'), second.driver.get('b'), third.driver.get('c'), third.driver.get('d')]);
  expect(did).toEqual(['to w1', 'w1 a', 'to w2', 'w2 b', 'to w3', 'w3 c', 'w3 d']);
});

test('a call that fails keeps no other window waiting', async () => {
  const { browser } = madeUp();
  const windows = new Windows(browser);
  const second = await windows.open();
  const failing = Object.assign(browser.driver, { getCurrentUrl: () => Promise.reject(new Error('hung')) });
  await expect(second.driver.getCurrentUrl()).rejects.toThrow('hung');
  await expect(windows.first().driver.get('a')).resolves.toBeUndefined();
  expect(failing).toBe(browser.driver);
});

/** Lets scripts of the browser run here, in a page that says at first that it is visible. */
function runScripts(browser: OpenBrowser): { hide: () => void; runs: () => number } {
  let runs = 0;
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const executeScript = async (script: string, ...args: unknown[]): Promise<unknown> => {
    runs += 1;
    return new Function('document', 'args', `return (function () {${script}}).apply(null, args);`)(page, args);
  };
  Object.assign(browser.driver, { executeScript });
  const hide = (): void => {
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { hide, runs: () => runs };
}

test('pages are behind another window when they are hidden, not when the browser says that the other is in front', async () => {
  const { browser } = madeUp();
  const page = runScripts(browser);
  let behind = false;
  const kept = new Windows(browser).keepBehind().then(() => (behind = true));
  await eventually(() => page.runs() === 1, 'the page was asked');
  expect(behind).toBe(false);
  page.hide();
  await kept;
});

test('a driver that brings pages to the front is said to', async () => {
  jest.useFakeTimers();
  try {
    const { browser } = madeUp();
    runScripts(browser);
    const kept = expect(new Windows(browser).keepBehind()).rejects.toThrow('brings them to the front (visible)');
    await jest.advanceTimersByTimeAsync(60_000);
    await kept;
  } finally {
    jest.useRealTimers();
  }
});

test('closing a further window leaves the browser open, and closing the first one ends it', async () => {
  const { browser, did } = madeUp();
  const windows = new Windows(browser);
  await (await windows.open()).close();
  expect(did).toEqual(['w2 closed']);
  await windows.first().close();
  expect(did.at(-1)).toBe('browser closed');
});
