/** What the sessions of a trial show: error rates, agreement of both ways to measure, cost of a neighbour. Pure. */
import { mean, standardDeviation } from 'simple-statistics';
import { studentQuantile } from '../../merge/statistics/student-t.ts';
import { pairedT } from '../../merge/statistics/welch.ts';
import { shareInterval } from '../gate-trial/gate-summary.ts';
import type { TrialOutcome } from './trial-session.ts';

/** What a session was. */
export interface TrialKind {
  number: number;
  interleaved: boolean;
  /** The second twin had the delay. */
  delayed: boolean;
}

export interface TrialLine extends TrialKind {
  outcome: TrialOutcome;
}

/**
 * The kind of session `number`, 1 is first: both ways in turn, and of each pair of sessions the same twins.
 * @param random of the seed, asked once per pair
 */
export function kindsOf(sessions: number, random: () => number): TrialKind[] {
  let delayed = false;
  return Array.from({ length: sessions }, (_, index) => {
    if (index % 2 === 0) delayed = random() < 0.5;
    return { number: index + 1, interleaved: index % 2 === 0, delayed };
  });
}

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

function lineOf(title: string, lines: readonly TrialLine[]): string {
  const shown = lines.filter(({ outcome }) => outcome.verdict !== 'none').length;
  const [low, high] = shareInterval(shown, lines.length);
  const logs = lines.flatMap(({ outcome }) => outcome.roundLogs);
  const middle = logs.length === 0 ? Number.NaN : mean(logs);
  const scatter = logs.length === 0 ? Number.NaN : standardDeviation(logs);
  const error = 1.96 * (scatter / Math.sqrt(logs.length));
  return (
    `${title}: a difference shown in ${shown} of ${lines.length} (${percent(low)} to ${percent(high)}), ` +
    `ratio over all rounds ${Math.exp(middle).toFixed(3)} (${Math.exp(middle - error).toFixed(3)} to ${Math.exp(middle + error).toFixed(3)}), ` +
    `scatter of a round ${percent(scatter)}, ${mean(lines.map(({ outcome }) => outcome.rounds)).toFixed(1)} rounds in ` +
    `${mean(lines.map(({ outcome }) => outcome.seconds)).toFixed(0)} s`
  );
}

/** How many times higher the mean latency of interleaved sessions is than that of the session after each, one at a time. */
function neighbourLine(lines: readonly TrialLine[]): string[] {
  const pairs = lines.flatMap((line, index) => {
    const next = lines[index + 1];
    return line.interleaved && next?.interleaved === false ? [[line, next] as const] : [];
  });
  const [shared, alone] = [0, 1].map((of) => pairs.map((pair) => Math.log(pair[of]!.outcome.latencyMs)));
  const test = pairedT(shared!, alone!);
  if (test === null) return [];
  const half = studentQuantile(0.975, test.df) * test.error;
  const [middle, low, high] = [0, -half, half].map((from) => Math.exp(test.estimate + from).toFixed(3));
  const higher = `higher in ${shared!.filter((log, index) => log > alone![index]!).length} of ${pairs.length}`;
  return [`latency with a neighbour / without: ${middle} (${low} to ${high}), ${higher} pairs of sessions`];
}

/**
 * A line for each kind of session, and one for what a neighbour costs.
 * @param lines in the order in which they were measured
 */
export function summaryLines(lines: readonly TrialLine[]): string[] {
  const kinds = [true, false].flatMap((interleaved) =>
    [false, true].flatMap((delayed) => {
      const own = lines.filter((line) => line.interleaved === interleaved && line.delayed === delayed);
      const title = `${interleaved ? 'interleaved' : 'one at a time'}, ${delayed ? 'with the delay' : 'equal twins'}`;
      return own.length === 0 ? [] : [lineOf(title, own)];
    }),
  );
  return [...kinds, ...neighbourLine(lines)];
}
