/** Priority by the nice value of processes, which all systems have: it counts where sessions have no share of their own. */
import { getPriority, setPriority } from 'node:os';
import { isRunning } from '../process-owner.ts';
import { processTree } from '../process-tree.ts';
import type { PriorityMechanism, Role } from './mechanism.ts';

const LOAD_NICE = 19;

export class NicePriority implements PriorityMechanism {
  readonly name = 'nice';
  #problem: string | null = null;

  /** On Linux a nice value is a thread's. A process that has just been started has one thread, and those to come inherit its value. */
  assign(pid: number, role: Role): void {
    if (role !== 'load') return;
    try {
      if (getPriority(pid) < LOAD_NICE) setPriority(pid, LOAD_NICE);
    } catch (error) {
      if (isRunning(pid))
        this.#problem ??= `process ${pid} could not be given a nice value: ${(error as Error).message}`;
    }
  }

  async reassign(roots: readonly number[], role: Role): Promise<void> {
    for (const pid of processTree(...roots)) this.assign(pid, role);
  }

  problem(): string | null {
    return this.#problem;
  }

  close(): void {}
}
