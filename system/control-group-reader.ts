/** Reads which control groups (cgroups(7)) a process is in, of both versions. */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readOr } from './read-or.ts';

export interface ControlGroup {
  version: 1 | 2;
  mount: string;
  folder: string;
}

/** The kernel's files about one process's groups; tests have their own. */
export interface GroupFiles {
  /** Text of /proc/self/mountinfo. */
  mounts: string;
  /** Text of /proc/PID/cgroup. */
  groups: string;
}

/** Empty without Linux, /proc or such a process. */
const groupFiles = (process: number | 'self'): GroupFiles =>
  readOr(
    () => ({
      mounts: readFileSync('/proc/self/mountinfo', 'utf8'),
      groups: readFileSync(`/proc/${process}/cgroup`, 'utf8'),
    }),
    { mounts: '', groups: '' },
  );

/**
 * The groups of one process in version 2, and in the hierarchies of version 1 that have the controller, in the order of the mounts
 * (/proc/self/mountinfo, proc(5)). A group of version 2 need not have the controller.
 */
export function groupsOf(
  controller: 'cpu' | 'cpuacct' | 'memory',
  { mounts, groups }: GroupFiles = groupFiles('self'),
): ControlGroup[] {
  const member = groups
    .trim()
    .split('\n')
    .map((line) => line.split(':'));
  return mounts
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [type, , options = ''] = line.slice(line.indexOf(' - ') + 3).split(' ');
      const version = type === 'cgroup2' ? 2 : type === 'cgroup' && options.split(',').includes(controller) ? 1 : null;
      if (version === null) return [];
      const path = member.find(([, controllers = '?']) =>
        version === 2 ? controllers === '' : controllers.split(',').includes(controller),
      )?.[2];
      if (path === undefined) return [];
      const [, , , root = '/', mount = ''] = line.split(' ');
      // In a container the mount may show the container's own group as its root.
      const own = root !== '/' && `${path}/`.startsWith(`${root}/`) ? path.slice(root.length) : path;
      const folder = own === '/' || own === '' ? mount : join(mount, own);
      return existsSync(join(folder, 'cgroup.procs')) ? [{ version, mount, folder }] : [];
    });
}

/** The group whose weight decides about this process's CPU time; null where there is none. */
export function cpuGroup(files: GroupFiles = groupFiles('self')): ControlGroup | null {
  // A version 2 without the cpu controller counts time, but does not share it out.
  return groupsOf('cpu', files).find(({ version, folder }) => version === 1 || hasCpuController(folder)) ?? null;
}

/** A group that counts the CPU time of a process: of version 2 where there is one, since every group of it has `cpu.stat`. */
export function countingGroups(process: number | 'self'): ControlGroup[] {
  return groupsOf('cpuacct', groupFiles(process)).sort((a, b) => b.version - a.version);
}

/** The processes in a group. @throws Error where the group has gone */
export const pidsIn = (folder: string): number[] =>
  readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);

const hasCpuController = (group: string): boolean =>
  readOr(() => readFileSync(join(group, 'cgroup.controllers'), 'utf8'), '')
    .split(/\s/)
    .includes('cpu');

/**
 * Tells whether this process is in the root group of the machine, where autogroups count (sched(7)): inside any other group the kernel
 * ignores them. Only the root group has no weight of its own (version 2), or has a release agent (version 1).
 */
export function isInRootGroup(own: ControlGroup | null = cpuGroup()): boolean {
  if (own === null) return true;
  const { version, mount, folder } = own;
  if (version === 1) return existsSync(join(folder, 'release_agent'));
  for (let group = folder; ; group = dirname(group)) {
    if (existsSync(join(group, 'cpu.weight'))) return false;
    if (group === mount || group === dirname(group)) return true;
  }
}

export const isWritable = (path: string): boolean =>
  readOr(() => accessSync(path, constants.W_OK) === undefined, false);
