/** The cost of work on this machine, read from /proc. */
import { readFileSync } from 'node:fs';
import { sum } from 'simple-statistics';
import { processTree, statOf } from '../../system/process-tree.ts';

/** The kernel's clock ticks per second in /proc; 100 on every Linux there is. */
const TICKS_PER_SECOND = 100;

/** Fields 14 to 17 of proc(5), counted from 1 with the pid: utime, stime, cutime and cstime, in ticks. */
const ticksOf = (process: number | 'self'): number[] => statOf(process)?.slice(11, 15).map(Number) ?? [];

/** CPU seconds (user and system) of this process and of all its children that have ended and were waited for. */
export function cpuSecondsWithEndedChildren(): number {
  return sum(ticksOf('self')) / TICKS_PER_SECOND;
}

/** CPU seconds (user and system) that the processes below `roots` have used since they began; of those that run now. */
export function cpuSecondsOfTrees(roots: number[]): number {
  return sum(processTree(...roots).flatMap((pid) => ticksOf(pid).slice(0, 2))) / TICKS_PER_SECOND;
}

/** The largest resident set each process has had, added up; pages that processes share count once for each. Bytes. */
export function peakMemoryBytes(pids: number[]): number {
  const kilobytes = (pid: number) => /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return sum(pids.map((pid) => Number(kilobytes(pid)) * 1024));
}

/**
 * The proportional set sizes of the processes below `roots`, added up: a page that several share counts once in all. Bytes; null where the
 * kernel does not say.
 */
export function proportionalBytesOfTrees(roots: number[]): number | null {
  let bytes = 0;
  for (const pid of processTree(...roots)) {
    try {
      const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      if (kilobytes === undefined) return null;
      bytes += Number(kilobytes) * 1024;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EACCES') return null;
      // Anything else: it has ended meanwhile.
    }
  }
  return bytes;
}
