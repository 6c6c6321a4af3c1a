/** The preflight check of a machine in sentences, for page, report and command line. */
import { grouped } from '../../metrics/numbers.ts';
import type { PreflightCheck } from '../../protocol/preflight-check.ts';

const n = (value: number): string => grouped(value, 2);

/** All results of the check in one sentence. */
export function preflightText({ seconds, othersCpuPercent, timerLateness, loopback }: PreflightCheck): string {
  return (
    `Preflight check of ${n(seconds)} s: other programs used ${n(othersCpuPercent)}% of a core, ` +
    `timers were ${n(timerLateness.p50)} ms late (p99 ${n(timerLateness.p99)}), ` +
    `a loopback round trip took ${n(loopback.p50)} ms (p99 ${n(loopback.p99)}).`
  );
}

/** Why a session's figures should not be trusted; null: no reason was found. */
export function unfitText({ unfit }: PreflightCheck): string | null {
  return unfit.length === 0 ? null : `The machine was not fit to measure on: ${unfit.join('; ')}.`;
}
