/** Sums up the sessions of a trial: how often the gate was wrong about equal twins, and how often it found a delay. Pure. */
import { mean, standardDeviation } from 'simple-statistics';
import { ALPHA } from '../../../merge/statistics/error-spending.ts';
import { runsToShow, type Scatter } from '../../../merge/statistics/sample-size.ts';
import { studentQuantile } from '../../../merge/statistics/student-t.ts';
import { percent, shareInterval, shareText } from '../share-interval.ts';
import type { Asked, Measured, Ratio, Revealed } from './sealed-log.ts';

export interface GateOutcome extends Measured {
  /** Mean latency of the first twin; null: not kept. */
  latencyMs: number | null;
  /** The gate's verdict, and the ratio of the second twin's figure to the first twin's; null where nothing was compared. */
  gate: { outcome: 'fails' | 'passes' | 'cannot tell'; ratio: Ratio | null };
}

/** The error rates that the gate promises for equal twins, and for a difference that a session is long enough to show. */
const MOST_FALSE = 0.05;
const LEAST_FOUND = 0.8;

/**
 * The number of rounds that show a difference of `percent`, if they scatter as those did that an interval at 95 % is from.
 * @param ratio of `rounds` pairs of runs
 * @returns null: more than is practicable
 */
export function roundsToShow(percent: number, { low, high }: Ratio, rounds: number): number | null {
  const df = rounds - 1;
  const error = Math.log(high / low) / 2 / studentQuantile(1 - ALPHA / 2, df);
  const scatter: Scatter = {
    by: 'rounds',
    scale: 'ratio',
    sequential: false,
    df,
    runs: [rounds, rounds],
    variance: rounds * error ** 2,
  };
  return runsToShow(scatter, 1 + percent / 100, ALPHA);
}

const times = (log: number): string => Math.exp(log).toFixed(3);

/** The mean ratio with its interval, over sessions. */
function ratioText(ratios: readonly (Ratio | null)[]): string {
  const logs = ratios.flatMap((ratio) => (ratio === null ? [] : Math.log(ratio.value)));
  if (logs.length === 0) return '';
  const [middle, scatter] = [mean(logs), standardDeviation(logs)];
  const half = (1.96 * scatter) / Math.sqrt(logs.length);
  return `; mean ratio ${times(middle)} (${times(middle - half)} to ${times(middle + half)}), scatter of a session ${percent(scatter)}`;
}

interface Line {
  text: string;
  /** The sessions show that a promise is broken. */
  broken: boolean;
}

/** Counts how often the gate saw a difference in sessions with or without one; null: there were none. */
function lineOf(sessions: readonly Revealed<GateOutcome>[], delayed: boolean, promised: boolean): Line | null {
  const judged = sessions.filter((session) => session.delayed === delayed).map(({ gate }) => gate);
  if (judged.length === 0) return null;
  const shown = judged.filter(({ outcome }) => outcome === 'fails');
  const [low, high] = shareInterval(shown.length, judged.length);
  const promise = delayed ? `at least ${percent(LEAST_FOUND)}` : `at most ${percent(MOST_FALSE)}`;
  const found = delayed ? 'delay found' : 'equal twins, false alarms';
  return {
    text: `gate, ${found}: ${shareText(shown.length, judged.length)}${promised || !delayed ? `, promised ${promise}` : ''}${ratioText(judged.map(({ ratio }) => ratio))}`,
    broken: delayed ? promised && high < LEAST_FOUND : low > MOST_FALSE,
  };
}

/** Lines, and whether one of them breaks a promise. @param sessions in the order of their numbers */
export function gateSummary(
  sessions: readonly Revealed<GateOutcome>[],
  { showPercent }: Pick<Asked, 'showPercent'>,
): { lines: string[]; broken: boolean } {
  if (sessions.length === 0) return { lines: [], broken: false };
  const lines = [false, true].flatMap((delayed) => lineOf(sessions, delayed, showPercent !== null) ?? []);
  const [rounds, seconds] = [sessions.map((one) => one.rounds), sessions.map((one) => one.seconds)].map(mean);
  const title = `${sessions.length} sessions, ${rounds!.toFixed(1)} rounds in ${seconds!.toFixed(0)} s`;
  return { lines: [title, ...lines.map(({ text }) => `  ${text}`)], broken: lines.some(({ broken }) => broken) };
}
