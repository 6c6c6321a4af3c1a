/** Waits until browsers have finished their work after the start: updates of lists, first scans, caches. */
import { setTimeout as pause } from 'node:timers/promises';
import { processTree, statOf } from '../../system/process-tree.ts';

/** A browser with an empty page uses about 0.5 % of a core; one that still has something to do some tens. */
const QUIET_SHARE = 0.03;
/** So many looks in a row. */
const QUIET_LOOKS = 3;
const MOST_LOOKS = 60;
const LOOK_MS = 1_000;
/** The kernel's unit of CPU time, on all Linux machines. */
const TICKS_PER_SECOND = 100;

/** CPU time of process `pid` so far, utime and stime of its stat, in ticks; null when it is gone, or there is no /proc. */
function ticksOf(pid: number): number | null {
  const fields = statOf(pid);
  return fields === null ? null : Number(fields[11]) + Number(fields[12]);
}

/** CPU time of each process below `roots`, by process id, in ticks. */
function ticksBelow(roots: readonly number[]): Map<number, number> {
  const ticks = new Map<number, number>();
  for (const pid of processTree(...roots)) {
    const used = ticksOf(pid);
    if (used !== null) ticks.set(pid, used);
  }
  return ticks;
}

/** The share of a core that all processes together used between two looks, `seconds` apart. Those that are new count from 0. */
export function shareBetween(before: Map<number, number>, after: Map<number, number>, seconds: number): number {
  let used = 0;
  for (const [pid, ticks] of after) used += ticks - (before.get(pid) ?? 0);
  return used / TICKS_PER_SECOND / seconds;
}

/**
 * Resolves when the trees below `roots`, one per browser, have used little for some seconds.
 * @param lookMs the time between two looks; it gives up after 60 looks
 * @returns whether they have; false when they are still busy then. True at once where that cannot be seen.
 */
export async function untilQuiet(roots: readonly number[], signal: AbortSignal, lookMs = LOOK_MS): Promise<boolean> {
  if (roots.every((pid) => ticksOf(pid) === null)) return true;
  let before = ticksBelow(roots);
  let since = performance.now();
  let quiet = 0;
  for (let look = 0; look < MOST_LOOKS; look++) {
    await pause(lookMs);
    if (signal.aborted) return false;
    const after = ticksBelow(roots);
    const now = performance.now();
    const share = shareBetween(before, after, (now - since) / 1_000);
    quiet = share <= QUIET_SHARE * roots.length ? quiet + 1 : 0;
    if (quiet === QUIET_LOOKS) return true;
    before = after;
    since = now;
  }
  return false;
}
