/** Workers of a swarm on machines elsewhere: starts them, and others in the place of those that died. */
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import type { Machines } from '../../elsewhere/machines.ts';
import type { OpenMachine } from '../../elsewhere/open-machine.ts';
import type { SwarmHosts } from '../../swarm.ts';
import type { SwarmWorker, WorkerSource } from '../swarm-worker.ts';
import { bundleWorker } from '../worker-bundle.ts';
import { RemoteHosts } from './remote-hosts.ts';
import { RemoteWorker } from './remote-worker.ts';

/**
 * A machine that vanished in a session may come back, and when a session begins, a pod may still have the name of the check's: it is asked
 * for so long, and so often, ms.
 */
const REPLACE_MS = 30_000;
const AGAIN_MS = 1_000;

const amount = (workers: number): string => (workers === 1 ? '1 worker is' : `${workers} workers are`);

export class RemoteWorkers implements WorkerSource {
  readonly #machines: Machines;
  readonly #replaceMs: number;
  readonly #places: readonly number[];
  readonly #files = new WeakMap<OpenMachine, Promise<string>>();
  /** True once all workers were there. */
  #complete = false;
  #closed = false;

  /** @param replaceMs the time in which a machine that cannot be used is asked again */
  constructor(machines: Machines, replaceMs = REPLACE_MS) {
    this.#machines = machines;
    this.#replaceMs = replaceMs;
    this.#places = machines.places();
  }

  /** @throws OutcryError (missing) when a machine cannot be used, (failed) when one that vanished does not come back */
  async fill(places: SwarmWorker[], count: number): Promise<void> {
    const now = Date.now();
    const untilOf = (machine: number): number =>
      this.#complete || this.#machines.isOwnProgram(machine) ? now + this.#replaceMs : now;
    const wanted = this.#places
      .slice(0, count)
      .flatMap((machine, index) => (places[index]?.death === null ? [] : [{ machine, index }]));
    const died = wanted.flatMap(({ index }) => places[index]?.death ?? []);
    const started = await Promise.allSettled(
      wanted.map(async ({ machine, index }) => {
        places[index] = await this.#start(machine, untilOf(machine));
      }),
    );
    const failed = started.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    if (failed.length === 0) {
      this.#complete = true;
      return;
    }
    const why = [...new Set([...died, ...failed.map(({ message }) => message)])].join('; ');
    const exit = this.#complete ? EXIT.failed : EXIT.missing;
    throw new OutcryError(`${amount(failed.length)} missing of ${count}: ${why}`, exit);
  }

  shareClock(workers: readonly SwarmWorker[]): boolean {
    return workers.every((worker) => worker instanceof RemoteWorker && worker.on.here);
  }

  hosts(holders: () => readonly SwarmWorker[]): SwarmHosts {
    return new RemoteHosts(() => holders().filter((worker) => worker instanceof RemoteWorker));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#machines.close();
  }

  /** The workers' program on a machine, which is sent there once. */
  #fileOn(on: OpenMachine): Promise<string> {
    const sent = this.#files.get(on) ?? bundleWorker().then(async (file) => (await on.machine.ship([file]))[0]!);
    this.#files.set(on, sent);
    return sent;
  }

  async #start(machine: number, until: number): Promise<RemoteWorker> {
    for (;;) {
      try {
        const on = await this.#machines.at(machine);
        return await RemoteWorker.start(on, await this.#fileOn(on));
      } catch (error) {
        if (this.#closed || Date.now() >= until) throw error;
      }
      await sleep(AGAIN_MS);
    }
  }
}
