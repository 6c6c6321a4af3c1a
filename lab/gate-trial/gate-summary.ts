/** What a campaign of blind sessions shows: how often the gate failed a build that is no slower, and one that is. Pure. */
import { ALPHA } from '../../merge/compare/compare.ts';
import { runsToShow, type Scatter } from '../../merge/statistics/sample-size.ts';
import { studentQuantile } from '../../merge/statistics/student-t.ts';

/** A session that is over, with what was hidden while it ran. */
export interface Revealed {
  session: number;
  /** The hash of what was chosen, as it was written before the session. */
  sealed: string;
  nonce: string;
  /** The second build had the delay. */
  delayed: boolean;
  outcome: 'fails' | 'passes' | 'cannot tell';
  /** How many times the first build's figure the second's was, with its interval; null: not compared. */
  ratio: { value: number; low: number; high: number } | null;
  seconds: number;
}

/** P(X <= count) for a binomial X of n tries. */
function atMost(count: number, n: number, share: number): number {
  let [term, total] = [(1 - share) ** n, 0];
  for (let k = 0; k <= count; k++) {
    total += term;
    term *= ((n - k) / (k + 1)) * (share / (1 - share));
  }
  return total;
}

/** The share for which `holds` ends to hold, by halving. */
function endOf(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The exact 95 % interval of a share (Clopper and Pearson, Biometrika 26, 1934): it covers in 95 of 100 cases or more. */
export function shareInterval(count: number, n: number): [low: number, high: number] {
  const low = count === 0 ? 0 : endOf((share) => 1 - atMost(count - 1, n, share) < 0.025);
  const high = count === n ? 1 : endOf((share) => atMost(count, n, share) > 0.025);
  return [low, high];
}

/** What a gate promises. */
export const MOST_FALSE = 0.05;
export const LEAST_FOUND = 0.8;

/**
 * How many rounds show a difference of `percent`, if they scatter as those did that an interval at 95 % is from.
 * @param ratio of `rounds` pairs of runs
 * @returns null: more than anybody makes
 */
export function roundsToShow(
  percent: number,
  { low, high }: NonNullable<Revealed['ratio']>,
  rounds: number,
): number | null {
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

export interface Summary {
  lines: string[];
  /** The sessions show that a promise is broken. */
  broken: boolean;
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function shareOf(sessions: readonly Revealed[]): { text: string; low: number; high: number } {
  const failed = sessions.filter(({ outcome }) => outcome === 'fails').length;
  const [low, high] = shareInterval(failed, sessions.length);
  const share =
    sessions.length === 0 ? '' : ` = ${percent(failed / sessions.length)} (${percent(low)} to ${percent(high)})`;
  return { text: `${failed} of ${sessions.length}${share}`, low, high };
}

function middleRatio(sessions: readonly Revealed[]): string {
  const logs = sessions.flatMap(({ ratio }) => (ratio === null ? [] : [Math.log(ratio.value)]));
  return logs.length === 0 ? '' : `; mean ratio ${Math.exp(logs.reduce((a, b) => a + b, 0) / logs.length).toFixed(3)}`;
}

export function summaryOf(sessions: readonly Revealed[]): Summary {
  const [equal, delayed] = [false, true].map((kind) => sessions.filter((one) => one.delayed === kind)) as [
    Revealed[],
    Revealed[],
  ];
  const [wrong, found] = [shareOf(equal), shareOf(delayed)];
  return {
    lines: [
      `False alarms: ${wrong.text}; at most ${percent(MOST_FALSE)} are promised${middleRatio(equal)}`,
      `Found:        ${found.text}; at least ${percent(LEAST_FOUND)} are promised${middleRatio(delayed)}`,
    ],
    broken: wrong.low > MOST_FALSE || found.high < LEAST_FOUND,
  };
}
