/** Token buckets: a burst at once, then one more every so often. Nothing here reads a clock; `now` is in ms. */

export interface Rate {
  /** How many at once. */
  burst: number;
  /** How often one more is allowed, ms. */
  everyMs: number;
}

/** One token bucket. The caller takes a token for good, or reserves it until it knows whether the attempt counts. */
export class Limit {
  readonly #rate: Rate;
  #left: number;
  /** Of those that are left. */
  #setAside = 0;
  #at: number;

  constructor(rate: Rate, now: number) {
    this.#rate = rate;
    this.#left = rate.burst;
    this.#at = now;
  }

  /** Takes one; false when there is none. */
  take(now: number): boolean {
    if (!this.has(now)) return false;
    this.#left--;
    return true;
  }

  /** Whether a token is left to take or to reserve. */
  has(now: number): boolean {
    this.#refill(now);
    return this.#left - this.#setAside >= 1;
  }

  /** Whether no token is left and none is reserved. */
  isSpent(now: number): boolean {
    this.#refill(now);
    return this.#left < 1;
  }

  /** Reserves a token that is left; `settle` has to follow. */
  setAside(): void {
    this.#setAside++;
  }

  /** Ends what `setAside` began: the one is taken, or given back. */
  settle(isTaken: boolean, now: number): void {
    this.#refill(now);
    this.#setAside--;
    if (isTaken) this.#left--;
  }

  /** Whether it says nothing: another one would be just the same. */
  isFull(now: number): boolean {
    this.#refill(now);
    return this.#left >= this.#rate.burst && this.#setAside === 0;
  }

  #refill(now: number): void {
    // A clock that was set back takes nothing away.
    const gained = Math.max(0, now - this.#at) / this.#rate.everyMs;
    this.#left = Math.min(this.#rate.burst, this.#left + gained);
    this.#at = now;
  }
}

/** A bucket for each key. A full one says nothing, so those are dropped when there are many. */
export class Limits {
  readonly #rate: Rate;
  readonly #limits = new Map<string, Limit>();
  readonly #few: number;
  #sweepAt: number;

  /** @param few up to this many buckets are kept without checking which are full */
  constructor(rate: Rate, few = 10_000) {
    this.#rate = rate;
    this.#few = few;
    this.#sweepAt = few;
  }

  of(key: string, now: number): Limit {
    const known = this.#limits.get(key);
    if (known !== undefined) return known;
    if (this.#limits.size >= this.#sweepAt) this.#sweep(now);
    const limit = new Limit(this.#rate, now);
    this.#limits.set(key, limit);
    return limit;
  }

  get size(): number {
    return this.#limits.size;
  }

  #sweep(now: number): void {
    for (const [key, limit] of this.#limits) if (limit.isFull(now)) this.#limits.delete(key);
    // Only when there are twice as many again: a flood of new keys must not pay for a sweep each.
    this.#sweepAt = Math.max(this.#few, this.#limits.size * 2);
  }
}
