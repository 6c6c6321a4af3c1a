/** Finds the programs, besides those of this Outcry, that used the CPU between two moments. */
import { readdirSync, readFileSync } from 'node:fs';
import type { OtherProgram } from '../../protocol/surroundings.ts';
import { TICKS_PER_SECOND } from './tree-meter.ts';

export interface ProcessStat {
  pid: number;
  parent: number;
  /** The command's name, 15 characters at most. */
  name: string;
  /** CPU time, in clock ticks. */
  ticks: number;
  /** Clock ticks from the machine's start to its own: tells it from a later process with its pid. */
  started: string;
}

/** As many as a sentence has room for. */
const NAMED = 3;

/** @param stat text of /proc/PID/stat (proc(5)); a name may hold anything, parentheses and line ends too */
export function processStatOf(stat: string): ProcessStat {
  const [from, to] = [stat.indexOf('('), stat.lastIndexOf(')')];
  const fields = stat.slice(to + 2).split(' ');
  return {
    pid: Number(stat.slice(0, from)),
    parent: Number(fields[1]),
    name: stat.slice(from + 1, to).replace(/[^\x20-\x7e]/g, '?'),
    ticks: Number(fields[11]) + Number(fields[12]),
    started: fields[19]!,
  };
}

/** All processes there are; the kernel's threads are among them. */
export function allProcesses(): ProcessStat[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        return [processStatOf(readFileSync(`/proc/${pid}/stat`, 'latin1'))];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

/**
 * The programs that used the most CPU time between `before` and `after`, the most first, processes of one name together. Skipped are
 * the processes `own` and all below them. Processes that have ended in between are not seen.
 */
export function otherPrograms(
  before: readonly ProcessStat[],
  after: readonly ProcessStat[],
  own: readonly number[],
): OtherProgram[] {
  const ours = new Set(own);
  // Until no more is found: a child may stand before its parent.
  for (let size = 0; size < ours.size; ) {
    size = ours.size;
    for (const { pid, parent } of after) if (ours.has(parent)) ours.add(pid);
  }
  const had = new Map(before.map(({ pid, started, ticks }) => [`${pid} ${started}`, ticks]));
  const used = new Map<string, number>();
  for (const { pid, started, name, ticks } of after) {
    const growth = ticks - (had.get(`${pid} ${started}`) ?? 0);
    if (growth > 0 && !ours.has(pid)) used.set(name, (used.get(name) ?? 0) + growth);
  }
  return [...used]
    .sort(([, a], [, b]) => b - a)
    .slice(0, NAMED)
    .map(([name, ticks]) => ({ name, cpuSeconds: ticks / TICKS_PER_SECOND }));
}
