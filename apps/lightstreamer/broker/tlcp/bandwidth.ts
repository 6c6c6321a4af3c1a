/** Limits the bandwidth of a session: each notification takes time, and the next has to wait for it. */

/** Bits in a thousand, as `kbps` counts them. */
const KILOBIT = 1_000;

export class Bandwidth {
  /** What the adapters allow, kbps; Infinity: no limit. */
  readonly allowed: number;
  #limit: number;
  #free = 0;

  constructor(allowed: number) {
    this.allowed = allowed;
    this.#limit = allowed;
  }

  /** kbps; Infinity: no limit. */
  get limit(): number {
    return this.#limit;
  }

  /** Asks for another limit; it is never above what is allowed. */
  request(limit: number): void {
    this.#limit = Math.min(limit, this.allowed);
  }

  /** When the next notification may go, ms; not after `now` when it may go at once. */
  freeAt(now: number): number {
    if (this.#limit === Number.POSITIVE_INFINITY) return now;
    // Unused bandwidth is not saved up.
    this.#free = Math.max(this.#free, now);
    return this.#free;
  }

  spend(characters: number): void {
    if (this.#limit !== Number.POSITIVE_INFINITY) this.#free += (characters * 8 * 1_000) / (this.#limit * KILOBIT);
  }
}
