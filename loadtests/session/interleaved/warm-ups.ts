/** The warm-ups of the servers of a round, side by side: as many pieces at once as there are cores, since nothing of them is measured. */
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { WarmUpTurns } from '../measure/stages.ts';

export class WarmUps {
  readonly #take = pLimit(availableParallelism());
  readonly #unlevel = new Set<number>();

  /** @param servers that are to warm up: an unlevel one of them keeps others going that want more */
  constructor(servers: number) {
    for (let server = 0; server < servers; server++) this.#unlevel.add(server);
  }

  turnsOf(server: number): WarmUpTurns {
    return {
      take: (piece) => this.#take(piece),
      level: () => this.over(server),
      // Those that wait for their turn go before one that could go on.
      areUnlevel: () => this.#take.pendingCount === 0 && this.#unlevel.size > (this.#unlevel.has(server) ? 1 : 0),
    };
  }

  /** Nothing is waited for any more of this one. */
  over(server: number): void {
    this.#unlevel.delete(server);
  }
}
