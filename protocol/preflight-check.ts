/** The state of a machine just before a session, while nothing of the session ran on it yet. */
import { amount, array, dateTime, exactly, type Schema, sentence, spread } from './schema-parts.ts';

/** Of many values, ms. */
export interface Spread {
  p50: number;
  p99: number;
  max: number;
}

export interface PreflightCheck {
  /** The time of the check, ISO 8601, and its length. */
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

export const preflightCheckSchema: Schema = exactly({
  at: dateTime,
  seconds: amount,
  othersCpuPercent: amount,
  timerLateness: spread,
  loopback: spread,
  unfit: array(sentence, 20),
});
