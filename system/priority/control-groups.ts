/**
 * Priority by control groups: one group per role. A process that another starts later is in the same group by itself, whatever session it
 * opens. Version 1 has `cpu.shares` (2 to 262,144; 1,024 by default), version 2 `cpu.weight` (1 to 10,000; 100 by default).
 */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ControlGroup, cpuGroup, isWritable, pidsIn } from '../control-group-reader.ts';
import { noteLeftover } from '../leftovers.ts';
import { isRunning, OWN_MARK } from '../process-owner.ts';
import { processTree } from '../process-tree.ts';
import { readOr } from '../read-or.ts';
import type { PriorityMechanism, Role } from './mechanism.ts';

const ROLES: readonly Role[] = ['server', 'observer', 'load'];

/**
 * By role. The server has as much as there is. The whole load has what one session has by default: with less it would starve beside
 * other programs.
 */
const WEIGHTS: Record<1 | 2, { file: string; values: Record<Role, number> }> = {
  1: { file: 'cpu.shares', values: { server: 262_144, observer: 8_192, load: 1_024 } },
  2: { file: 'cpu.weight', values: { server: 10_000, observer: 800, load: 100 } },
};

/** Removes what a `kill -9` left, groups of a monitor inside included: a group stays busy for a moment after its processes were killed. */
const REMOVE =
  'for i in 1 2 3 4 5 6 7 8 9 10; do for g; do [ -d "$g" ] && find "$g" -depth -type d -exec rmdir {} \\; 2>/dev/null; done; for g; do [ -d "$g" ] && sleep 0.2 && continue 2; done; break; done';

let made = 0;

export class ControlGroupPriority implements PriorityMechanism {
  readonly name: 'cgroup1' | 'cgroup2';
  readonly #folders: Record<Role, string>;
  readonly #parent: string;
  readonly #forget: () => void;
  #problem: string | null = null;

  private constructor(version: 1 | 2, parent: string, folders: Record<Role, string>, forget: () => void) {
    this.name = `cgroup${version}`;
    this.#parent = parent;
    this.#folders = folders;
    this.#forget = forget;
  }

  /** Null where this process may not make such groups. */
  static make(own: ControlGroup | null = cpuGroup()): ControlGroupPriority | null {
    if (own === null) return null;
    const { version, mount, folder } = own;
    // In version 2 a group that holds processes cannot share out CPU time to groups below it: then these stand beside it.
    const parents = version === 1 || folder === mount ? [folder] : [folder, dirname(folder)];
    for (const parent of parents) {
      const groups = makeIn(parent, version);
      if (groups !== null) return groups;
    }
    return null;

    function makeIn(parent: string, of: 1 | 2): ControlGroupPriority | null {
      if (!isWritable(join(parent, 'cgroup.procs'))) return null;
      const name = `outcry-priority-${OWN_MARK}-${++made}`;
      const folders = Object.fromEntries(ROLES.map((role) => [role, join(parent, `${name}-${role}`)])) as Record<
        Role,
        string
      >;
      const forget = noteLeftover({
        label: 'control groups of a session',
        argv: ['sh', '-c', REMOVE, 'sh', ...Object.values(folders)],
        env: {},
      });
      const priority = new ControlGroupPriority(of, parent, folders, forget);
      try {
        for (const role of ROLES) makeGroup(folders[role], role, of);
        return priority;
      } catch {
        priority.close();
        return null;
      }
    }
  }

  assign(pid: number, role: Role): void {
    try {
      writeFileSync(join(this.#folders[role], 'cgroup.procs'), String(pid));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH' || !isRunning(pid)) return;
      this.#problem ??= `process ${pid} (${role}) could not be put into its control group: ${(error as Error).message}`;
    }
  }

  async reassign(roots: readonly number[], role: Role): Promise<void> {
    const inside = new Set(pidsOf(this.#folders[role]));
    for (const pid of processTree(...roots)) if (!inside.has(pid)) this.assign(pid, role);
  }

  problem(): string | null {
    return this.#problem;
  }

  /** Processes that still run go to the parent group. Where that takes none, the reaper removes the group after their end. */
  close(): void {
    let isEmpty = true;
    for (const folder of Object.values(this.#folders)) {
      if (!existsSync(folder)) continue;
      for (const pid of pidsOf(folder)) {
        // It has ended, or the parent takes no processes.
        readOr(() => writeFileSync(join(this.#parent, 'cgroup.procs'), String(pid)), null);
      }
      // If a folder cannot be removed, the note stays, and the reaper of this start removes it.
      if (!removed(folder)) isEmpty = false;
    }
    if (isEmpty) this.#forget();
  }
}

/** A group is busy for as long as the kernel takes to end its last process. */
function removed(folder: string): boolean {
  for (let tries = 0; tries < 20; tries++) {
    try {
      rmdirSync(folder);
      return true;
    } catch {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
  return !existsSync(folder);
}

function makeGroup(folder: string, role: Role, version: 1 | 2): void {
  mkdirSync(folder);
  const { file, values } = WEIGHTS[version];
  writeFileSync(join(folder, file), String(values[role]), { flag: 'r+' });
}

/** Nothing where the group has gone. */
const pidsOf = (folder: string): number[] => readOr(() => pidsIn(folder), []);
