/** The state of a machine just before a session, while nothing of the session ran on it yet. */
import { amount, array, exactly, type Schema, sentence } from './schema-parts.ts';

/** Of many values, ms. */
export interface Spread {
  p50: number;
  p99: number;
  max: number;
}

export interface PreflightCheck {
  /** When it was looked at, ISO 8601, and for how long. */
  at: string;
  seconds: number;
  /** CPU time of other programs, % of one core. */
  othersCpuPercent: number;
  /** The lateness of timers in a process that did nothing else, ms. */
  timerLateness: Spread;
  /** From sending a byte over TCP on the loopback interface to having it back, within one process, ms. */
  loopback: Spread;
  /** The reasons to measure nothing on it, a sentence each; empty: it is fit. */
  unfit: string[];
}

const spread = exactly({ p50: amount, p99: amount, max: amount });

export const preflightCheckSchema: Schema = exactly({
  at: { type: 'string', format: 'date-time' },
  seconds: amount,
  othersCpuPercent: amount,
  timerLateness: spread,
  loopback: spread,
  unfit: array(sentence, 20),
});
