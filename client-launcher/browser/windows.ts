/** The windows of one browser: members of several lanes share it, each in a window of its own, and one of them is driven at a time. */
import pLimit from 'p-limit';
import type { WebDriver } from 'selenium-webdriver';
import { Command, Name } from 'selenium-webdriver/lib/command.js';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { OpenBrowser } from './driver.ts';

/** The operations on a window. */
export interface PageDriver extends Pick<WebDriver, 'get' | 'executeScript' | 'getCurrentUrl'> {
  /** Lets scripts of the browser take so long from now on, ms. */
  limitScripts(ms: number): Promise<void>;
}

/** A browser as one of its windows sees it. */
export interface BrowserWindow extends Omit<OpenBrowser, 'driver'> {
  driver: PageDriver;
}

/**
 * Sends commands to another window, and leaves it where it is: bringing it to the front takes Firefox longer than all else between two slices. Outcry's driver hands `focus` on
 * to Firefox; others do not know it.
 */
const switchTo = (handle: string): Command =>
  new Command(Name.SWITCH_TO_WINDOW).setParameter('handle', handle).setParameter('focus', false);

/** How long a browser may take to hide a page behind the window in front, ms. */
const HIDES_WITHIN_MS = 10_000;

/** Gives `visibilityState`: as soon as the page is hidden, at the latest after `arguments[0]` ms. */
const UNTIL_HIDDEN = `
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(document.visibilityState), arguments[0]);
    const look = () => {
      if (document.visibilityState !== 'hidden') return;
      clearTimeout(limit);
      resolve('hidden');
    };
    document.addEventListener('visibilitychange', look);
    look();
  });`;

export class Windows {
  /** The window that commands go to now; null: there is only the first, and nothing to switch. */
  #driven: string | null = null;
  #first: string | null = null;
  #scriptMs: number | null = null;
  /** The window that stays in front of all others; null: there is none. */
  #front: string | null = null;
  readonly #inTurn = pLimit(1);

  constructor(readonly browser: OpenBrowser) {}

  /** The window that the browser began with; what closes it closes the browser. */
  first(): BrowserWindow {
    return { ...this.#about(), driver: this.#driverOf(() => this.#first), close: () => this.browser.close() };
  }

  /**
   * Opens another window, which is in front while it is driven, unless {@link keepBehind} was called.
   * @throws OutcryError (missing) where {@link keepBehind} was called and the page is not hidden
   */
  async open(): Promise<BrowserWindow> {
    const { driver } = this.browser;
    const handle = await this.#inTurn(() => this.#openTab());
    const close = (): Promise<void> => this.#in(handle, () => driver.close()).catch(() => {});
    const page = this.#driverOf(() => handle);
    if (this.#front !== null) await this.#untilHidden(page);
    return { ...this.#about(), driver: page, close };
  }

  /**
   * Opens an empty window that stays in front of all others, those that are opened later too.
   * @throws OutcryError (missing) where the driver of the browser brings a window to the front to drive it
   */
  async keepBehind(): Promise<void> {
    this.#front = await this.#inTurn(() => this.#openTab());
    await this.#untilHidden(this.first().driver);
  }

  /** A browser says that a window is in front before it has hidden the pages behind it, on a busy machine long before. */
  async #untilHidden(page: PageDriver): Promise<void> {
    const state = await page.executeScript(UNTIL_HIDDEN, HIDES_WITHIN_MS);
    if (state === 'hidden') return;
    throw new OutcryError(
      `pages cannot be kept in the background: the browser's driver brings them to the front (${state})`,
      EXIT.missing,
    );
  }

  async #openTab(): Promise<string> {
    const { driver } = this.browser;
    this.#first ??= await driver.getWindowHandle();
    await driver.switchTo().newWindow('tab');
    const handle = await driver.getWindowHandle();
    if (this.#front !== null) await driver.switchTo().window(this.#front);
    this.#driven = this.#front ?? handle;
    return handle;
  }

  #about(): Omit<BrowserWindow, 'driver' | 'close'> {
    const { versions, pid } = this.browser;
    return { versions, pid, death: () => this.browser.death() };
  }

  /** @param handle of the window; null as long as it is the only one */
  #driverOf(handle: () => string | null): PageDriver {
    const { driver } = this.browser;
    const inside = <T>(act: () => Promise<T>): Promise<T> => {
      const window = handle();
      return window === null ? act() : this.#in(window, act);
    };
    return {
      get: (url) => inside(() => driver.get(url)),
      executeScript: <T>(script: string | ((...args: unknown[]) => unknown), ...args: unknown[]) =>
        inside(() => driver.executeScript<T>(script as string, ...args)),
      getCurrentUrl: () => inside(() => driver.getCurrentUrl()),
      limitScripts: (ms) => this.#limitScripts(ms),
    };
  }

  /** The limit holds for all windows, and is set where it changes: a slice of a test has no time for more. */
  async #limitScripts(ms: number): Promise<void> {
    if (ms === this.#scriptMs) return;
    await this.#inTurn(() => this.browser.driver.manage().setTimeouts({ script: ms }));
    this.#scriptMs = ms;
  }

  #in<T>(handle: string, act: () => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (this.#driven !== handle) await this.browser.driver.execute(switchTo(handle));
      this.#driven = handle;
      return act();
    });
  }
}
