const PAUSE_MILLIS = 1000;

/** Counts what may happen very often and says it at most once per second, with the number since the last time. */
export class OftenSaid {
  readonly #say: (count: number) => void;
  #count = 0;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(say: (count: number) => void) {
    this.#say = say;
  }

  count(): void {
    this.#count += 1;
    const now = performance.now();
    if (now - this.#saidAt < PAUSE_MILLIS) return;
    this.#saidAt = now;
    this.#say(this.#count);
    this.#count = 0;
  }
}
