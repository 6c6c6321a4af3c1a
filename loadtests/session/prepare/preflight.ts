/** The preflight check: how the idle machine is, and why it is not fit to measure on. Pure. */
import type { PreflightCheck } from '../../../protocol/preflight-check.ts';
import type { PreflightSamples } from '../../monitor/machine-sample.ts';
import { spreadOf } from '../../overhead/median-and-tail.ts';
import { disturbances, othersCpuPercent } from '../validity/disturbance.ts';

/**
 * Timers of an idle process are late by what is left of a millisecond, as Node.js counts. One that is late by more in 1 of 100 times was
 * kept waiting, as a server and its clients will be.
 */
const LATE_TIMER_MS = 5;
/** A loopback round trip within one process takes 0.05 to 0.2 ms; ten times that is more than frameworks differ by. */
const LONG_LOOPBACK_MS = 2;

const n = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** @param at when the check began */
export function preflightCheckOf({ surroundings, lateness, roundTrips }: PreflightSamples, at: Date): PreflightCheck {
  const { readings } = surroundings;
  const [from, to] = [readings[0]!.at, readings.at(-1)!.at];
  const [timerLateness, loopback] = [spreadOf(lateness), spreadOf(roundTrips)];
  const unfit = disturbances(surroundings, { from, to }).map(({ message }) => message);
  if (timerLateness.p99 >= LATE_TIMER_MS) unfit.push(`1% of the timers were ${n(timerLateness.p99)} ms late or more`);
  if (loopback.p99 >= LONG_LOOPBACK_MS) unfit.push(`1% of the loopback round trips took ${n(loopback.p99)} ms or more`);
  return {
    at: at.toISOString(),
    seconds: Number(((to - from) / 1000).toFixed(1)),
    othersCpuPercent: Number(Math.max(0, othersCpuPercent(readings)).toFixed(1)),
    timerLateness,
    loopback,
    unfit,
  };
}
