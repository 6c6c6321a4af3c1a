/** The warm-ups of the servers of a round, side by side: as many pieces at once as there are cores, since nothing of them is measured. */
import { availableParallelism } from 'node:os';
import type { WarmUpTurns } from '../measure/stages.ts';

const CORES = availableParallelism();

interface Waiting {
  /** The pieces that its server needs at least, this one included. */
  needed: number;
  begin(): void;
}

export class WarmUps {
  readonly #needed: number[];
  readonly #unlevel: Set<number>;
  /** Pieces that could begin now. */
  #free = CORES;
  /** What waits for its turn alone. */
  #alone: (() => void) | null = null;
  /** In the order in which they were asked for. */
  readonly #waiting: Waiting[] = [];

  /** @param needed of each server that is to warm up, the pieces at least; an unlevel one keeps others going that want more */
  constructor(needed: readonly number[]) {
    this.#needed = [...needed];
    this.#unlevel = new Set(needed.keys());
  }

  turnsOf(server: number): WarmUpTurns {
    return {
      take: (piece) => this.#take(server, piece),
      level: () => this.over(server),
      // Those that wait for their turn go before one that could go on.
      areUnlevel: () => this.#waiting.length < this.#free && this.#unlevel.size > (this.#unlevel.has(server) ? 1 : 0),
    };
  }

  /** Nothing is waited for any more of this one. */
  over(server: number): void {
    this.#unlevel.delete(server);
  }

  /** Does `work` once the pieces under way are over; those that wait begin after it. One at a time. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#alone = begin;
      this.#beginSoon();
    });
    try {
      return await work();
    } finally {
      this.#alone = null;
      this.#beginSoon();
    }
  }

  async #take<T>(server: number, piece: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.#waiting.push({ needed: this.#needed[server]!--, begin });
      this.#beginSoon();
    });
    try {
      return await piece();
    } finally {
      this.#free += 1;
      this.#beginSoon();
    }
  }

  /** Later in this turn of the event loop: a server whose piece has just ended may ask for its next before. */
  #beginSoon(): void {
    setImmediate(() => {
      if (this.#alone !== null) {
        if (this.#free === CORES) this.#alone();
        return;
      }
      while (this.#free > 0 && this.#waiting.length > 0) {
        // The server that needs most: it is what the others wait for in the end.
        this.#waiting.sort((a, b) => b.needed - a.needed);
        this.#free -= 1;
        this.#waiting.shift()!.begin();
      }
    });
  }
}
