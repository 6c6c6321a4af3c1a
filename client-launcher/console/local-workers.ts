import { EXIT, OutcryError } from '../../system/errors.ts';
import type { SwarmWorker, WorkerSource } from './swarm-worker.ts';
import { bundleWorker } from './worker-bundle.ts';
import { WorkerProcess } from './worker-process.ts';

export class LocalWorkers implements WorkerSource {
  readonly #started = new Set<WorkerProcess>();
  #closed = false;

  /** @throws OutcryError (failed) when one does not come up, not even when it is tried once more; then all are ended */
  async fill(places: SwarmWorker[], count: number): Promise<void> {
    const file = await bundleWorker();
    const fresh: Promise<void>[] = [];
    for (let index = 0; index < count; index++) {
      if (places[index]?.death === null) continue;
      const start = (): Promise<void> => {
        const worker = this.#start(file, index);
        places[index] = worker;
        return worker.ready();
      };
      // Whatever ended the first, such as a kernel that was short of memory, has nothing to do with what will be measured.
      fresh.push(
        start().catch((error) => {
          if (this.#closed) throw error;
          return start();
        }),
      );
    }
    try {
      await Promise.all(fresh);
    } catch (error) {
      await this.close();
      throw new OutcryError(`a console worker did not come up: ${(error as Error).message}`, EXIT.failed);
    }
  }

  #start(file: string, index: number): WorkerProcess {
    const worker = new WorkerProcess(file, `console worker ${index + 1}`);
    this.#started.add(worker);
    void worker.exited.then(() => this.#started.delete(worker));
    return worker;
  }

  shareClock(): boolean {
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#started].map((worker) => worker.end()));
  }
}
