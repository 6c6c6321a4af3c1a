/** The harness overhead: no figure measured on the machine can be smaller. */
import type { Spread } from './preflight-check.ts';
import { amount, array, dateTime, exactly, orNull, type Schema, sentence, spread, text } from './schema-parts.ts';

/** Of timers that go off every 10 ms, and of the clock they are read by, ms. */
export interface TimerFigures {
  /** The least by which two readings of the clock differ. */
  clockStep: number;
  lateness: Spread;
}

export interface HarnessOverhead {
  /** The time of the measurement, ISO 8601, and the versions of Outcry and Node.js. */
  at: string;
  outcry: string | null;
  node: string;
  /** Latency from sent, of the smallest server there is, over the console swarm's own path, ms. */
  roundTrip: Spread;
  /** The same with the counting proxy between, ms; null: not measured. */
  throughProxy: Spread | null;
  worker: TimerFigures;
  /** In a page of the browser swarm; null: no browser was opened. */
  page: (TimerFigures & { browser: string }) | null;
  /** The CPU use of the monitor while the round trips and the worker's timers were measured, % of one core; null if it cannot run. */
  monitorCpuPercent: number | null;
  /**
   * The disturbances of the machine meanwhile, a sentence each, found as in a run; empty: none. Absent: not checked, as in earlier
   * versions.
   */
  disturbances?: string[];
  /** The priority of the server over the load on the CPU, as the condition `priority` names it; absent: none. */
  priority?: string;
}

export const harnessOverheadSchema: Schema = exactly(
  {
    at: dateTime,
    outcry: orNull(text),
    node: text,
    roundTrip: spread,
    throughProxy: orNull(spread),
    worker: exactly({ clockStep: amount, lateness: spread }),
    page: orNull(exactly({ clockStep: amount, lateness: spread, browser: text })),
    monitorCpuPercent: orNull(amount),
  },
  { disturbances: array(sentence, 20), priority: text },
);
