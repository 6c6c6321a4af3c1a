/** The limits of the control groups that this process is in (cgroups(7)): every group above counts, too. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ControlGroup, groupsOf } from './control-group-reader.ts';
import { readOr } from './read-or.ts';

/** Reads a file of a group; null where there is none. Tests have their own. */
export type ReadFile = (path: string) => string | null;

const read: ReadFile = (path) => readOr(() => readFileSync(path, 'utf8'), null);

/** The folders of a group and of those above it, up to the mount. */
function upwards({ folder, mount }: ControlGroup): string[] {
  if (folder === mount || folder === dirname(folder)) return [folder];
  return [folder, ...upwards({ version: 1, mount, folder: dirname(folder) })];
}

const number = (text: string | null | undefined): number =>
  text === null || text === undefined || !/^\d+$/.test(text.trim()) ? Number.POSITIVE_INFINITY : Number(text);

/** By version: the limit, what is used of it, and what of that is page cache, which the kernel takes back. */
const MEMORY = {
  1: { limit: 'memory.limit_in_bytes', used: 'memory.usage_in_bytes', cache: /^total_inactive_file (\d+)$/m },
  2: { limit: 'memory.max', used: 'memory.current', cache: /^inactive_file (\d+)$/m },
} as const;

function memoryIn(folder: string, version: 1 | 2, from: ReadFile): number {
  const { limit, used, cache } = MEMORY[version];
  const [most, now] = [number(from(join(folder, limit))), number(from(join(folder, used)))];
  // Version 1 has no word for "no limit", but a number that no machine has.
  if (!Number.isFinite(now) || most > Number.MAX_SAFE_INTEGER) return Number.POSITIVE_INFINITY;
  return Math.max(0, most - now + Number(cache.exec(from(join(folder, 'memory.stat')) ?? '')?.[1] ?? 0));
}

/** Returns the bytes that the groups leave; infinite without a limit. */
export function memoryLeft(groups: readonly ControlGroup[] = groupsOf('memory'), from = read): number {
  return Math.min(
    Number.POSITIVE_INFINITY,
    ...groups.flatMap((group) => upwards(group).map((folder) => memoryIn(folder, group.version, from))),
  );
}

function cpusIn(folder: string, version: 1 | 2, from: ReadFile): number {
  const [quota, period] =
    version === 2
      ? (from(join(folder, 'cpu.max')) ?? '').trim().split(' ')
      : [from(join(folder, 'cpu.cfs_quota_us')), from(join(folder, 'cpu.cfs_period_us'))];
  // Without a quota it is `max`, or -1.
  return number(quota) / (Number.isFinite(number(period)) ? number(period) : 1);
}

/** Returns how many CPUs' time the groups allow, such as 0.2; null without a quota. */
export function cpuQuota(groups: readonly ControlGroup[] = groupsOf('cpu'), from = read): number | null {
  const least = Math.min(
    Number.POSITIVE_INFINITY,
    ...groups.flatMap((group) => upwards(group).map((folder) => cpusIn(folder, group.version, from))),
  );
  return Number.isFinite(least) ? least : null;
}

/** Returns the paths of the files that count how long quotas held processes back, of the own groups and those above. */
export const throttleStats = (groups: readonly ControlGroup[] = groupsOf('cpu')): string[] => [
  ...new Set(groups.flatMap((group) => upwards(group).map((folder) => join(folder, 'cpu.stat')))),
];

/**
 * Returns how long quotas held processes back, seconds, all cores added: µs in version 2, ns in version 1 (cgroups(7)).
 * @param stats texts of the files of {@link throttleStats}
 * @returns null where no group has a quota
 */
export function throttledSeconds(stats: readonly string[]): number | null {
  const found = stats.flatMap((text) => {
    const [, unit, time] = /^throttled_(usec|time) (\d+)$/m.exec(text) ?? [];
    return time === undefined ? [] : [Number(time) / (unit === 'usec' ? 1e6 : 1e9)];
  });
  return found.length === 0 ? null : found.reduce((sum, one) => sum + one, 0);
}
