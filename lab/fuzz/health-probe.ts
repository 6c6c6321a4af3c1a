/** Asks a server again and again whether it is there, beside all else that is asked of it, and keeps the longest it had to wait. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { monotonicMs } from '../../system/monotonic.ts';

const EVERY_MS = 250;
/** The pause before a refused or lost request is sent again. */
const AGAIN_MS = 50;
const LOST_MS = 15_000;
/** Far more than an idle machine makes a server wait, and less than what holds up everybody. */
const MOST_MS = 10_000;

export class HealthProbe {
  readonly #url: string;
  readonly #now: () => number;
  /** Its one connection, kept alive; another only where that has ended. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #stop = new AbortController();
  readonly #ended: Promise<void>;
  /** Since when an answer is waited for; null between two questions. */
  #askedAt: number | null = null;
  #longestMs = 0;

  /**
   * Begins at once.
   * @param url of the server
   * @param now monotonic, ms
   */
  constructor(url: string, now: () => number = monotonicMs) {
    this.#url = `${url}/healthz`;
    this.#now = now;
    this.#ended = this.#run();
  }

  /**
   * The longest time from a question to an answer of 200, ms; the one that has not come yet counts as far as it goes. Where the process that
   * asks was held up itself, that is in it too: it is never too short.
   */
  get longestMs(): number {
    return Math.max(this.#longestMs, this.#askedAt === null ? 0 : this.#now() - this.#askedAt);
  }

  /** Ends it. @returns the longest wait, ms */
  async stop(): Promise<number> {
    const longestMs = this.longestMs;
    this.#stop.abort();
    await this.#ended;
    this.#agent.destroy();
    return longestMs;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#askedAt = this.#now();
      while (!signal.aborted && !(await this.#isHealthy())) await sleep(AGAIN_MS);
      this.#longestMs = this.longestMs;
      this.#askedAt = null;
      await sleep(EVERY_MS, null, { signal }).catch(() => {});
    }
  }

  #isHealthy(): Promise<boolean> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(LOST_MS)]);
    return new Promise((resolve) => {
      get(this.#url, { agent: this.#agent, signal }, (response) => {
        response.on('error', () => resolve(false));
        response.on('end', () => resolve(response.statusCode === 200)).resume();
      }).on('error', () => resolve(false));
    });
  }
}

/**
 * The problem with a longest wait of this many ms, as a sentence; null: none.
 * @param factor by which the machine makes everything wait: `slowness`
 */
export function waitProblem(longestMs: number, factor: number): string | null {
  const mostMs = MOST_MS * factor;
  if (longestMs <= mostMs) return null;
  return `/healthz was not answered for ${(longestMs / 1000).toFixed(1)} s; ${(mostMs / 1000).toFixed(0)} s are allowed`;
}
