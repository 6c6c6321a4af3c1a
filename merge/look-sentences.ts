/** What was seen of the machine before a session, in sentences, for page, report and command line alike. */
import type { MachineLook } from '../protocol/machine-look.ts';

const n = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** What there is to know, in one sentence. */
export function lookText({ seconds, othersCpuPercent, timerLateness, loopback }: MachineLook): string {
  return (
    `Left alone for ${n(seconds)} s before the session, the machine's other programs used ${n(othersCpuPercent)}% of a core, ` +
    `timers were ${n(timerLateness.p50)} ms late (p99 ${n(timerLateness.p99)}), ` +
    `a loopback round trip took ${n(loopback.p50)} ms (p99 ${n(loopback.p99)}).`
  );
}

/** Why the figures of a session should not be trusted; null: nothing was seen that speaks against it. */
export function unfitText({ unfit }: MachineLook): string | null {
  return unfit.length === 0 ? null : `The machine was not fit to measure on: ${unfit.join('; ')}.`;
}
