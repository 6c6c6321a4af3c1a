/** One browser of a swarm, and the load page in it. */

import type { RemoteState } from '../../member/remote.ts';
import type { Dataset, InitTest } from '../../protocol/messages.ts';
import type { Transport } from '../../protocol/socket.ts';
import type { SendPlan } from '../swarm.ts';
import type { OpenBrowser } from './driver.ts';
import { TimeLimitError, withLimit } from './time-limit.ts';

/** A hung browser answers nothing. A healthy one answers at once, unless its page's thread is busy with its clients. */
const ANSWER_LIMIT_MS = 30_000;
const PAGE_LIMIT_MS = 60_000;
/** A page gives up on a connection after 20 s and makes 16 at a time, 200 at most. */
const CONNECT_LIMIT_MS = 300_000;

/**
 * The one sentence of a WebDriver error, without the browser's stack. Where Firefox shows an error page, its address
 * holds the sentence that the page shows.
 */
export function sentence(error: unknown): string {
  const line = (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
  const errorPage = /about:neterror\?(\S+)/.exec(line)?.[1];
  return (errorPage && new URLSearchParams(errorPage).get('d')) || line;
}

export class Member {
  /** Clients connected when it was last heard of. */
  connected = 0;
  #death: string | null = null;

  constructor(
    /** 1, 2, 3 ...: its place in the swarm. */
    readonly number: number,
    readonly browser: OpenBrowser,
  ) {}

  /** Why it is dead; null while it is not known to be. */
  get death(): string | null {
    this.#death ??= this.browser.death();
    return this.#death;
  }

  /** Opens a fresh load page of the server at `url`. Rejects with a sentence. */
  async open(url: string): Promise<void> {
    this.connected = 0;
    const page = `${url}/load.html`;
    try {
      await withLimit(this.browser.driver.get(page), PAGE_LIMIT_MS, 'does not answer');
    } catch (error) {
      throw new Error(`cannot open ${page}: ${sentence(error)}`);
    }
  }

  /** Connects its clients from the load page it has open. Rejects with a sentence. */
  async connect(transport: Transport, clientIds: number[], clientCount: number): Promise<void> {
    await this.browser.driver.manage().setTimeouts({ script: CONNECT_LIMIT_MS });
    const request = { transport, clientIds, clientCount };
    const state = await this.#call('connect', [request], CONNECT_LIMIT_MS);
    if (state === null) throw new Error('what it has opened is not a load page: there is no window.outcryLoad');
    this.#expect(state, (phase) => phase === 'connected');
    this.connected = clientIds.length;
  }

  async prepare(plan: SendPlan): Promise<void> {
    this.#expect(await this.#call('prepare', [plan]), (phase) => phase !== 'failed');
  }

  /** In the master: begins the test. */
  async start(init: InitTest, plan: SendPlan): Promise<void> {
    this.#expect(await this.#call('start', [init, plan]), (phase) => phase !== 'failed');
  }

  /**
   * The page's state.
   * @throws TimeLimitError when the browser does not answer, another Error when it or its page is gone
   */
  async state(): Promise<RemoteState> {
    const state = await this.#call<RemoteState>('state');
    if (state === null) throw new Error('its page is gone');
    this.connected = state.connected;
    return state;
  }

  /** In the master: the dataset, once its phase is `finished`. */
  dataset(): Promise<Dataset | null> {
    return this.#call<Dataset>('dataset');
  }

  /** Leaves the load page, which ends its connections and frees what it kept. One that cannot is dead. */
  async leave(): Promise<void> {
    this.connected = 0;
    try {
      await withLimit(this.browser.driver.get('about:blank'), ANSWER_LIMIT_MS, 'does not answer');
    } catch (error) {
      this.markDead(sentence(error));
    }
  }

  /** Finds out whether the browser still answers, whatever page it has open; one that does not is dead. */
  async probe(): Promise<void> {
    if (this.death !== null) return;
    try {
      await withLimit(this.browser.driver.getCurrentUrl(), ANSWER_LIMIT_MS, 'does not answer');
    } catch (error) {
      this.markDead(sentence(error));
    }
  }

  markDead(reason: string): void {
    this.#death ??= this.browser.death() ?? reason;
    this.connected = 0;
  }

  #expect(state: RemoteState | null, isFine: (phase: RemoteState['phase']) => boolean): void {
    if (state === null) throw new Error('its page is gone');
    if (state.error !== null || !isFine(state.phase)) {
      throw new Error(state.error ?? `its page is in phase "${state.phase}"`);
    }
  }

  /** Calls a method of the page's `outcryLoad`; null when there is no such thing in the page. */
  async #call<T = RemoteState>(method: string, args: unknown[] = [], limitMs = ANSWER_LIMIT_MS): Promise<T | null> {
    // A string, not a function: what a build does to a function's text need not run in a page.
    const script = `return window.outcryLoad ? window.outcryLoad.${method}(...arguments) : null`;
    const answer = this.browser.driver.executeScript<T | null>(script, ...args);
    try {
      return await withLimit(answer, limitMs, `does not answer within ${limitMs / 1000} s`);
    } catch (error) {
      if (error instanceof TimeLimitError) throw error;
      throw new Error(sentence(error), { cause: error });
    }
  }
}
