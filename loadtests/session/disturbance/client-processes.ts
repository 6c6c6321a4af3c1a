/** The processes of a swarm on this machine, which can be stopped for a while. */
import { monotonicMs } from '../../../system/monotonic.ts';
import { processTree } from '../../../system/process-tree.ts';
import type { Change, ClientProcesses } from '../../scenarios/disturbance-script.ts';

export class StoppableClients implements ClientProcesses {
  readonly #roots: () => readonly number[];
  #stopped: readonly number[] = [];

  /** @param roots the pids of the swarm's members on this machine */
  constructor(roots: () => readonly number[]) {
    this.#roots = roots;
  }

  /** @throws Error where no client has a process here */
  async stop(): Promise<Change> {
    const from = monotonicMs();
    const roots = this.#roots();
    if (roots.length === 0) throw new Error('no client has a process on this machine');
    this.#stopped = processTree(...roots);
    this.#tell('SIGSTOP');
    return { from, to: monotonicMs() };
  }

  /** Those that were not stopped are not told. */
  async go(): Promise<Change> {
    const from = monotonicMs();
    this.#tell('SIGCONT');
    this.#stopped = [];
    return { from, to: monotonicMs() };
  }

  #tell(signal: NodeJS.Signals): void {
    for (const pid of this.#stopped) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }
}
