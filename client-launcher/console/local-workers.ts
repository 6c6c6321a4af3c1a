/** Workers that are processes of this machine. */
import { EXIT, OutcryError } from '../../system/errors.ts';
import { bundleWorker } from './bundle.ts';
import type { SwarmWorker, WorkerSource } from './swarm-worker.ts';
import { WorkerProcess } from './worker-process.ts';

export class LocalWorkers implements WorkerSource {
  readonly #started = new Set<WorkerProcess>();

  /** @throws OutcryError (missing) when one does not come up; then all are ended */
  async fill(places: SwarmWorker[], count: number): Promise<void> {
    const file = await bundleWorker();
    const fresh: WorkerProcess[] = [];
    for (let index = 0; index < count; index++) {
      if (places[index]?.death === null) continue;
      const worker = new WorkerProcess(file, `console worker ${index + 1}`);
      this.#started.add(worker);
      void worker.exited.then(() => this.#started.delete(worker));
      places[index] = worker;
      fresh.push(worker);
    }
    try {
      await Promise.all(fresh.map((worker) => worker.ready()));
    } catch (error) {
      await this.close();
      throw new OutcryError(`a console worker did not come up: ${(error as Error).message}`, EXIT.missing);
    }
  }

  shareClock(): boolean {
    return true;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#started].map((worker) => worker.end()));
  }
}
