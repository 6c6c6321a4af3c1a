/**
 * The priority that processes of this Outcry get by their role: what is measured comes before what loads it. Without it Linux gives every
 * session an equal share of CPU time, and a latency under a busy swarm is the scheduler's.
 */
import { AutogroupPriority } from './autogroup.ts';
import { ControlGroupPriority } from './control-groups.ts';
import type { PriorityMechanism, Role } from './mechanism.ts';
import { NicePriority } from './nice.ts';

export { MECHANISM_TEXT, type PriorityMechanism, type Role } from './mechanism.ts';

/** The best mechanism that this machine allows this process. The caller closes it. */
export function bestMechanism(): PriorityMechanism {
  return ControlGroupPriority.make() ?? AutogroupPriority.make() ?? new NicePriority();
}

let current: PriorityMechanism | null = null;

/**
 * From now on every process that is started with a role gets its priority.
 * @returns the mechanism that is in use; it is closed, and no process gets a priority any more, with {@link endPriority}
 */
export function beginPriority(mechanism: PriorityMechanism = bestMechanism()): PriorityMechanism {
  endPriority();
  current = mechanism;
  return mechanism;
}

export function endPriority(): void {
  current?.close();
  current = null;
}

/** Returns the mechanism in use; null: every process has the kernel's default. */
export const currentPriority = (): PriorityMechanism | null => current;

/** For a process that has just been started. */
export function assignPriority(pid: number, role: Role | undefined): void {
  if (role !== undefined) current?.assign(pid, role);
}
