/** The control groups (cgroups(7)) that decide about CPU time on this machine. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface CpuHierarchy {
  version: 1 | 2;
  /** Where it is mounted. */
  mount: string;
  /** The folder of the group that this process is in. */
  own: string;
}

/** What the kernel says about one process's groups; tests have their own. */
export interface GroupFiles {
  /** Text of /proc/self/mountinfo. */
  mounts: string;
  /** Text of /proc/self/cgroup. */
  groups: string;
}

function groupFiles(): GroupFiles {
  try {
    return {
      mounts: readFileSync('/proc/self/mountinfo', 'utf8'),
      groups: readFileSync('/proc/self/cgroup', 'utf8'),
    };
  } catch {
    return { mounts: '', groups: '' }; // no Linux, or no /proc
  }
}

/** The hierarchy whose groups share out CPU time, found by the controller's own files; null where there is none. */
export function cpuHierarchy({ mounts, groups }: GroupFiles = groupFiles()): CpuHierarchy | null {
  const lines = groups.trim().split('\n');
  const pathOf = (isIt: (controllers: string) => boolean) =>
    lines.map((line) => line.split(':')).find(([, controllers = '?']) => isIt(controllers))?.[2];
  for (const line of mounts.trim().split('\n')) {
    const [type, , options = ''] = line.slice(line.indexOf(' - ') + 3).split(' ');
    const version = type === 'cgroup2' ? 2 : type === 'cgroup' && options.split(',').includes('cpu') ? 1 : null;
    if (version === null) continue;
    const mount = line.split(' ')[4]!;
    const path = pathOf((controllers) => (version === 2 ? controllers === '' : controllers.split(',').includes('cpu')));
    if (path === undefined) continue;
    const own = path === '/' ? mount : join(mount, path);
    if (!existsSync(join(own, 'cgroup.procs'))) continue;
    // A version 2 without the cpu controller counts time, but does not share it out.
    if (version === 2 && !hasCpuController(own)) continue;
    return { version, mount, own };
  }
  return null;
}

function hasCpuController(group: string): boolean {
  try {
    return readFileSync(join(group, 'cgroup.controllers'), 'utf8').split(/\s/).includes('cpu');
  } catch {
    return false;
  }
}

/**
 * Whether this process is in the root group of the machine, where autogroups count (sched(7)): inside any other group the kernel
 * ignores them. Only the root group has no weight of its own (version 2), or has a release agent (version 1).
 */
export function isInRootGroup(hierarchy: CpuHierarchy | null = cpuHierarchy()): boolean {
  if (hierarchy === null) return true;
  const { version, mount, own } = hierarchy;
  if (version === 1) return existsSync(join(own, 'release_agent'));
  for (let group = own; ; group = dirname(group)) {
    if (existsSync(join(group, 'cpu.weight'))) return false;
    if (group === mount || group === dirname(group)) return true;
  }
}

export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
