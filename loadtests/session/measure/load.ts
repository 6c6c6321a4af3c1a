/** The load of a server: the swarm's clients, and the scenario's backend where it has one. */
import type { Swarm, TestOutcome } from '../../../client-launcher/swarm.ts';
import type { TestRequest } from '../../../member/contract.ts';
import type { BackendProcess } from '../backend/backend.ts';
import type { BackendReport } from '../backend/ipc.ts';

export interface LoadOutcome {
  outcome: TestOutcome;
  /** Null where there is no backend. */
  backend: BackendReport | null;
}

export class Load {
  readonly #swarm: Swarm;
  readonly #backend: BackendProcess | null;

  constructor(swarm: Swarm, backend: BackendProcess | null) {
    this.#swarm = swarm;
    this.#backend = backend;
  }

  async prepare(test: TestRequest, clients: number): Promise<void> {
    await this.#swarm.prepare(test);
    await this.#backend?.prepare(test, clients);
  }

  /**
   * One test that was prepared: the backend begins when the members have, and ends when they have reported.
   * @param quietMs as `Swarm.run` has it
   * @param begun called when it has begun
   */
  async run(limitMs: number, quietMs = 0, begun?: () => void): Promise<LoadOutcome> {
    const begin = (): void => {
      this.#backend?.begin();
      begun?.();
    };
    const isAwaited = this.#backend !== null || begun !== undefined;
    const outcome = await this.#swarm.run(limitMs, isAwaited ? begin : undefined, quietMs);
    return { outcome, backend: (await this.#backend?.report()) ?? null };
  }
}
