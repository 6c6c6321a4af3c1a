/**
 * Measures how long runnable threads waited for a CPU, from `/proc/PID/task/TID/schedstat` (Linux, Documentation/scheduler/sched-stats.rst):
 * nanoseconds on a CPU, nanoseconds waiting on a run queue, turns.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Of one thread since it was started: seconds, and how often it was given a CPU. */
interface ThreadTimes {
  ran: number;
  waited: number;
  turns: number;
}

/** One thread between the first reading and the last. */
interface Thread {
  /** Seconds. */
  ran: number;
  /** One entry per sample, % of the time since the sample before. */
  waitPercent: number[];
  /** One entry per sample, ms for each turn on a CPU. */
  waitPerTurn: number[];
  /** Seconds. */
  waited: number;
}

export interface CpuWaitSamples {
  /** Time that a sample is of, ms; a single one is of the whole test. */
  intervalMs: number;
  /** The times of the samples, ms by the host's monotonic clock. */
  at: number[];
  /** Of the thread that ran and waited longest in all: % of the time since the sample before that it waited. */
  busiestPercent: number[];
  /** The mean wait of that thread before each turn on a CPU since the sample before, ms. */
  busiestPerTurnMs: number[];
  /** The share of the whole time that the thread which ran longest ran, %. */
  mostRanPercent: number;
  /** Of all threads added up: % of the time since the sample before. */
  allPercent: number[];
  /** The mean wait of a thread before a turn, ms, over the turns of all threads since the sample before. */
  allPerTurnMs: number[];
}

export function timesIn(schedstat: string): ThreadTimes | null {
  const [ran, waited, turns] = schedstat.trim().split(' ').map(Number);
  return ran === undefined || waited === undefined || turns === undefined || Number.isNaN(ran + waited + turns)
    ? null
    : { ran: ran / 1e9, waited: waited / 1e9, turns };
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // the process has ended
  }
}

/** All threads of `pids`, by `pid/tid`; those of processes that ended or cannot be read are missing. */
export function threadTimes(pids: readonly number[]): Map<string, ThreadTimes> {
  const times = new Map<string, ThreadTimes>();
  for (const pid of pids) {
    for (const tid of threadsOf(pid)) {
      try {
        const one = timesIn(readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'latin1'));
        if (one !== null) times.set(`${pid}/${tid}`, one);
      } catch {
        // The thread has ended meanwhile; the others of its process have not.
      }
    }
  }
  return times;
}

/** Tells whether this kernel counts waiting at all: it was built with CONFIG_SCHED_INFO, and this process may see it. */
export const countsWaiting = (): boolean => threadTimes([process.pid]).size > 0;

/** Reads the threads of a changing set of processes again and again. */
export class CpuWait {
  readonly #threads = new Map<string, Thread>();
  readonly #at: number[] = [];
  readonly #allPercent: number[] = [];
  readonly #allPerTurnMs: number[] = [];
  /** Of every thread when it was read last. */
  readonly #before: Map<string, ThreadTimes>;
  readonly #begun: number;
  #beforeAt: number;

  /**
   * @param which gives the processes that count now
   * @param at now, ms by the host's monotonic clock
   */
  constructor(
    private readonly which: () => readonly number[],
    at: number,
  ) {
    this.#before = threadTimes(which());
    this.#begun = at;
    this.#beforeAt = at;
  }

  sample(at: number): void {
    const now = threadTimes(this.which());
    const seconds = (at - this.#beforeAt) / 1000;
    const percent = (value: number): number => (100 * value) / seconds;
    const perTurn = (value: number, count: number): number => (1000 * value) / Math.max(1, count);
    let all = 0;
    let allTurns = 0;
    for (const [id, { ran, waited, turns }] of now) {
      // A thread that was never read is new, and has done all of it since the sample before.
      const since = this.#before.get(id) ?? { ran: 0, waited: 0, turns: 0 };
      const none = this.#at.map(() => 0);
      const thread = this.#threads.get(id) ?? { ran: 0, waited: 0, waitPercent: none, waitPerTurn: [...none] };
      thread.ran += ran - since.ran;
      thread.waited += waited - since.waited;
      thread.waitPercent.push(percent(waited - since.waited));
      thread.waitPerTurn.push(perTurn(waited - since.waited, turns - since.turns));
      all += waited - since.waited;
      allTurns += turns - since.turns;
      this.#threads.set(id, thread);
      this.#before.set(id, { ran, waited, turns });
    }
    this.#at.push(at);
    // A thread that has ended waits no more.
    for (const { waitPercent, waitPerTurn } of this.#threads.values()) {
      if (waitPercent.length === this.#at.length) continue;
      waitPercent.push(0);
      waitPerTurn.push(0);
    }
    this.#allPercent.push(percent(all));
    this.#allPerTurnMs.push(perTurn(all, allTurns));
    this.#beforeAt = at;
  }

  /** Ends sampling and gives the samples; null where no thread could be read. */
  end(): CpuWaitSamples | null {
    const all = [...this.#threads.values()];
    const [first, ...others] = all;
    if (first === undefined) return null;
    const total = ({ ran, waited }: Thread): number => ran + waited;
    const busiest = others.reduce((most, one) => (total(one) > total(most) ? one : most), first);
    const intervalMs = Math.round((this.#beforeAt - this.#begun) / this.#at.length);
    return {
      intervalMs,
      at: this.#at,
      busiestPercent: busiest.waitPercent,
      busiestPerTurnMs: busiest.waitPerTurn,
      mostRanPercent: (100_000 * Math.max(...all.map(({ ran }) => ran))) / (this.#beforeAt - this.#begun),
      allPercent: this.#allPercent,
      allPerTurnMs: this.#allPerTurnMs,
    };
  }
}
