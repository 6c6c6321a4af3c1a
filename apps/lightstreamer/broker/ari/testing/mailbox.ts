/** A queue. Taking from an empty one waits. */
export class Mailbox<T> {
  readonly kept: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];

  put(value: T): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.kept.push(value);
    else waiting(value);
  }

  take(): Promise<T> {
    const kept = this.kept.shift();
    if (kept !== undefined) return Promise.resolve(kept);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Takes until one fits, and gives that one. */
  async takeUntil(fits: (value: T) => boolean): Promise<T> {
    for (;;) {
      const value = await this.take();
      if (fits(value)) return value;
    }
  }

  get size(): number {
    return this.kept.length;
  }
}
