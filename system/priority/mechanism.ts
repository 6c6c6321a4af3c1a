/**
 * The role of a process in a measurement. `server`: it is measured, or messages pass through it (server, backend, proxies). `observer`: it
 * watches (monitor, capture). `load`: it makes the load (drivers, browsers, console workers).
 */
export type Role = 'server' | 'observer' | 'load';

export type MechanismName = 'cgroup2' | 'cgroup1' | 'autogroup' | 'nice';

/** A way to make the kernel prefer the server over the load. */
export interface PriorityMechanism {
  readonly name: MechanismName;
  /** Gives `pid`, and all that it starts from now on, the priority of `role`. A process that has ended is skipped. */
  assign(pid: number, role: Role): void;
  /** Gives the trees below `roots` the priority again, for processes that have left it, such as those with a session of their own. */
  reassign(roots: readonly number[], role: Role): Promise<void>;
  /** Returns the reason why some process did not get its priority; null: all did. */
  problem(): string | null;
  close(): void;
}

export const MECHANISM_TEXT: Record<MechanismName, string> = {
  cgroup2: 'control groups (version 2)',
  cgroup1: 'control groups (version 1)',
  autogroup: "the nice value of the load's sessions (autogroups)",
  nice: "the nice value of the load's processes",
};
