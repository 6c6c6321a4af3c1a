/** Knowledge that the lanes of one app share: when to stop, and which transports are not worth checking any further. */
import type { Transport } from '../../protocol/socket.ts';

/** After the first failure the suite has this long to find more, ms. */
export const GRACE_MS = 10_000;

/** The suite has stopped; the check that was under way has no result. */
export class Stopped extends Error {}

export class Progress {
  readonly #failed = new Map<Transport, string>();
  /** The reason why nothing that looks at times can be checked; null: it can. */
  otherClock: string | null = null;
  readonly #whenStopped: Promise<never>;
  #stop: (reason: Stopped) => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  /** @param graceMs Infinity: the suite never stops early */
  constructor(readonly graceMs = Number.POSITIVE_INFINITY) {
    this.#whenStopped = new Promise((_, reject) => {
      this.#stop = reject;
    });
    this.#whenStopped.catch(() => {});
  }

  /** The reason why no further check is worth starting over `transport`; null when one is. */
  blocked(transport: Transport): string | null {
    if (this.#stopped) return this.#reason;
    return this.#failed.get(transport) ?? null;
  }

  get #reason(): string {
    return `not checked: the suite stops ${this.graceMs / 1000} s after the first failure; run it with --only`;
  }

  block(transport: Transport, reason: string): void {
    if (!this.#failed.has(transport)) this.#failed.set(transport, reason);
  }

  failed(): void {
    if (this.#timer !== undefined || !Number.isFinite(this.graceMs)) return;
    this.#timer = setTimeout(() => {
      this.#stopped = true;
      this.#stop(new Stopped(this.#reason));
    }, this.graceMs);
  }

  /** `work`, or a rejection with {@link Stopped} when the suite stops first. */
  unlessStopped<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#whenStopped]);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
