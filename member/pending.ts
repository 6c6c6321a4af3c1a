/** A promise settled from outside, once, with a deadline. */
import type { Clock } from './clock.ts';

export class Pending {
  readonly promise: Promise<void>;
  #settle!: (error: Error | null) => void;

  /** Rejects with `sentence` when nothing else has happened within `ms`. */
  constructor(clock: Clock, ms: number, sentence: string) {
    const timer = clock.setTimer(() => this.#settle(new Error(sentence)), ms);
    this.promise = new Promise((resolve, reject) => {
      this.#settle = (error) => {
        clock.clearTimer(timer);
        if (error === null) resolve();
        else reject(error);
      };
    });
  }

  resolve(): void {
    this.#settle(null);
  }

  reject(sentence: string): void {
    this.#settle(new Error(sentence));
  }
}
