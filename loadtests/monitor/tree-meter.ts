/** Reads CPU time and memory of process trees. */
import { execFileSync } from 'node:child_process';
import { ProcessFiles } from './process-files.ts';

const getconf = (name: string): number => Number(execFileSync('getconf', [name], { encoding: 'utf8' }));

/** The kernel's clock ticks per second, in which /proc counts CPU time; and bytes of a page, in which it counts memory. */
export const TICKS_PER_SECOND = getconf('CLK_TCK');
export const PAGE_BYTES = getconf('PAGESIZE');

export interface Reading {
  /** CPU time of the trees' processes since the meter was made, seconds; never less than before. */
  cpuSeconds: number;
  /** Resident set sizes of the trees' processes, added up, bytes. Pages that several of them share count for each. */
  memoryBytes: number;
}

export interface TreeMeter {
  read(): Reading;
  pids(): number[];
  /** Looks for processes that have come. The kind of meter decides its cost. */
  refresh(): void;
  /** The same, of processes that ran before: their CPU time up to now does not count. */
  adopt(): void;
  close(): void;
}

/**
 * Process by process, from /proc/PID/stat (proc(5): utime and stime, fields 14 and 15, in ticks of mostly 10 ms; rss, field 24).
 * {@link refresh} asks which processes they are. CPU time of what comes and ends between two walks is not seen.
 */
export class ProcessMeter implements TreeMeter {
  readonly #files = new ProcessFiles('stat');
  /** Ticks each process had when it was last read. */
  readonly #ticks = new Map<number, number>();
  #sum = 0;

  /** @param which gives the processes that count now */
  constructor(private readonly which: () => readonly number[]) {
    this.refresh();
    for (const [pid, text] of this.#files.read()) this.#ticks.set(pid, fieldsOf(text).ticks);
  }

  refresh(): void {
    this.#files.keep(this.which());
  }

  adopt(): void {
    const known = new Set(this.pids());
    this.refresh();
    for (const [pid, text] of this.#files.read()) if (!known.has(pid)) this.#ticks.set(pid, fieldsOf(text).ticks);
  }

  pids(): number[] {
    return this.#files.pids();
  }

  read(): Reading {
    let pages = 0;
    for (const [pid, text] of this.#files.read()) {
      const { ticks, pages: resident } = fieldsOf(text);
      pages += resident;
      // A process first seen after the start has all its CPU time inside the measurement.
      this.#sum += ticks - (this.#ticks.get(pid) ?? 0);
      this.#ticks.set(pid, ticks);
    }
    return { cpuSeconds: this.#sum / TICKS_PER_SECOND, memoryBytes: pages * PAGE_BYTES };
  }

  close(): void {
    this.#files.close();
  }
}

function fieldsOf(stat: string): { ticks: number; pages: number } {
  // The process's name, in parentheses, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { ticks: Number(fields[11]) + Number(fields[12]), pages: Number(fields[21]) };
}
