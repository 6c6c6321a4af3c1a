/**
 * Reads CPU and memory of process trees and of the machine from /proc.
 *
 * CPU is the growth of utime+stime (proc(5), fields 14 and 15) over the time between two samples. The kernel counts in
 * ticks of 1/CLK_TCK s (10 ms), so one sample of 100 ms is exact to 10 %; means and medians over many are better.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { processTree } from '../../system/processes.ts';

const getconf = (name: string): number => Number(execFileSync('getconf', [name], { encoding: 'utf8' }));

interface ProcessStat {
  ticks: number;
  rssPages: number;
}

function readStat(pid: number): ProcessStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { ticks: Number(fields[11]) + Number(fields[12]), rssPages: Number(fields[21]) };
  } catch {
    return null;
  }
}

/** Samples the trees below some root processes. */
export class TreeSampler {
  readonly #roots: number[];
  readonly #ticksPerSecond = getconf('CLK_TCK');
  readonly #pageBytes = getconf('PAGESIZE');
  readonly #ticks = new Map<number, number>();
  #pids: number[] = [];

  constructor(roots: number[]) {
    this.#roots = roots;
    this.refresh();
    for (const pid of this.#pids) this.#ticks.set(pid, readStat(pid)?.ticks ?? 0);
  }

  /** Looks for processes that have come; those that ended drop out by themselves. Costs a walk through /proc. */
  refresh(): void {
    this.#pids = processTree(...this.#roots);
  }

  /**
   * @param seconds time since the sample before
   * @returns CPU in % of one core over that time, and the resident memory of all processes now, in bytes
   */
  sample(seconds: number): { cpuPercent: number; memoryBytes: number } {
    let ticks = 0;
    let pages = 0;
    for (const pid of this.#pids) {
      const stat = readStat(pid);
      if (stat === null) continue;
      // A process first seen after the start has all its CPU time inside the measurement.
      ticks += stat.ticks - (this.#ticks.get(pid) ?? 0);
      this.#ticks.set(pid, stat.ticks);
      pages += stat.rssPages;
    }
    return { cpuPercent: (ticks / this.#ticksPerSecond / seconds) * 100, memoryBytes: pages * this.#pageBytes };
  }
}

/** Samples the whole machine's CPU from the first line of /proc/stat (proc(5)). */
export class MachineSampler {
  readonly #ticksPerSecond = getconf('CLK_TCK');
  #busy = this.#read();

  #read(): number {
    const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'latin1')
      .split('\n', 1)[0]!
      .trim()
      .split(/\s+/)
      .slice(1)
      .map(Number);
    return user! + nice! + system! + irq! + softirq!;
  }

  /** @returns CPU of all processes together in % of one core over the last `seconds` */
  sample(seconds: number): number {
    const busy = this.#read();
    const grown = busy - this.#busy;
    this.#busy = busy;
    return (grown / this.#ticksPerSecond / seconds) * 100;
  }
}
