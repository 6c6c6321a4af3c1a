const PAUSE_MILLIS = 1000;

/** Counts an event that may be very frequent, and logs the count at most once per second. */
export class CountedLog {
  readonly #log: (count: number) => void;
  #count = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor(log: (count: number) => void) {
    this.#log = log;
  }

  count(): void {
    this.#count += 1;
    const now = performance.now();
    if (now - this.#loggedAt < PAUSE_MILLIS) return;
    this.#loggedAt = now;
    this.#log(this.#count);
    this.#count = 0;
  }
}
