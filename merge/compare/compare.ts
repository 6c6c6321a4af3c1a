/** Says whether rows differ from a baseline and how far, by a test that is named and corrected for how many there are. */
import { mean } from 'simple-statistics';
import type { RankedBy } from '../../protocol/scenario-charts.ts';
import { ALPHA } from '../statistics/error-spending.ts';
import { quantileOf } from '../statistics/sample-size.ts';
import type { Merge, MergedMetric } from '../types.ts';
import { notRankedBecause, remarksOnPair, sameLoad, whyNotCompared } from './comparable.ts';
import { type Effect, percentileIn, runsSay } from './effect.ts';
import { testFamily } from './family.ts';
import { type ComparedBy, comparedPath } from './ranked.ts';

export { notRankedBecause };

export const NO_DIFFERENCE = 'no difference shown';
const NOT_COMPARED = 'not compared';

/** The verdict on a row: better or worse than the baseline, or no difference shown. */
export type Verdict = 'better' | 'worse' | 'none';

/** A number with its interval. */
export interface Interval {
  value: number;
  low: number;
  high: number;
}

/** One row against the baseline. Compared is one metric's figure of each run: {@link comparedWord}. */
export interface Comparison {
  /** The row's merge, and the baseline's. */
  key: string;
  baseline: string;
  verdict: Verdict;
  /** The verdict in the scenario's words, such as `faster`; {@link NO_DIFFERENCE} otherwise, and `not compared` where there was no test. */
  word: string;
  /** The ratio of the row's figure to the baseline's; null if nothing was tested, or a run has 0 or less. */
  ratio: Interval | null;
  /** The level of its interval is 1 - this: the error of the session's look, corrected as the verdict is. Null when nothing was tested. */
  level: number | null;
  /** Mean of the row minus mean of the baseline, in the metric's unit, and in % of the baseline; null when either has none. */
  difference: number | null;
  differencePercent: number | null;
  /** The test, in words; null when none was made. */
  test: string | null;
  t: number | null;
  /** Degrees of freedom: rounds - 1, or Welch and Satterthwaite's. */
  df: number | null;
  /** Two-sided p, and the same corrected by Holm's method over all pairs of its load, for one look that has all of the error. */
  p: number | null;
  pCorrected: number | null;
  /** The effect behind the test, for further calculations; null if there was no test. */
  effect: Effect | null;
  /** The reason why no test was made; null when one was. */
  reason: string | null;
  /** Reservations about the verdict. */
  remarks: string[];
}

export interface CompareOptions extends RankedBy, ComparedBy {
  /** Also rank merges of something else than the framework as it is: see {@link notRankedBecause}. */
  rankSubstitutes?: boolean;
  /**
   * All rows that were measured with those that are compared, shown or not. A session has one set of comparisons: of every two of its rows of
   * one load, whichever of them a reader looks at. Default: the rows that are compared.
   */
  family?: Merge[];
}

/** The figure of a run that is compared, by the metric's kind. */
const COMPARED: Record<MergedMetric['kind'], string> = { trend: 'means', count: 'totals', gauge: 'levels' };
const PERCENTILES = { p50: 'medians', p99: '99th percentiles' };

/** The figures of runs that are compared, such as `means`. */
export function comparedWord({ metrics }: Merge, path: string): string {
  const percentile = percentileIn(path);
  return percentile === undefined ? COMPARED[metrics[path]?.kind ?? 'trend'] : PERCENTILES[percentile];
}

/** Two merges to compare: the first against the second. */
export interface Pair {
  row: Merge;
  baseline: Merge;
}

/** Every two of `merges` once: the later against the earlier. */
export const pairsAmong = (merges: Merge[]): Pair[] =>
  merges.flatMap((baseline, index) => merges.slice(index + 1).map((row) => ({ row, baseline })));

/** Compares each of `others` with `baseline`, as one of all pairs of their load: {@link comparePairs}. */
export function compare(baseline: Merge, others: Merge[], options: CompareOptions): Comparison[] {
  return comparePairs(
    others.map((row) => ({ row, baseline })),
    options,
  );
}

const samePair = (a: Pair, b: Pair): boolean =>
  (a.row === b.row && a.baseline === b.baseline) || (a.row === b.baseline && a.baseline === b.row);

/**
 * Compares the two of each pair by a two-sided t-test on what the runs say of one metric, as {@link testFamily} does. The error is that of the
 * session's look, Holm-corrected over all pairs of rows of the same load, so that a pair has the same verdict wherever it
 * is shown. A pair that cannot be tested says why.
 */
export function comparePairs(asked: Pair[], options: CompareOptions): Comparison[] {
  const rows = [...new Set([...asked.flatMap(({ row, baseline }) => [row, baseline]), ...(options.family ?? [])])];
  const further = pairsAmong(rows).filter(
    (pair) => sameLoad(pair.row, pair.baseline) && !asked.some((one) => samePair(one, pair)),
  );
  // Those asked for come first, so that they are found by their place.
  return compareAll([...asked, ...further], options).slice(0, asked.length);
}

function compareAll(pairs: Pair[], options: CompareOptions): Comparison[] {
  const path = comparedPath(options);
  const whys = pairs.map(({ row, baseline }) => whyNotCompared(baseline, row, path, options.rankSubstitutes ?? false));
  const says = new Map(pairs.flatMap(({ row, baseline }) => [row, baseline]).map((row) => [row, runsSay(row, path)]));
  const { tested, tests, error } = testFamily(
    pairs.map(({ row, baseline }, index) =>
      whys[index] === null ? { row: says.get(row)!, baseline: says.get(baseline)! } : null,
    ),
  );
  return pairs.map(({ row, baseline }, index) => {
    const { effect, pCorrected, level } = tested[index]!;
    const why = whys[index] ?? (effect ? null : 'no run differs from the next: nothing to test');
    const verdict = verdictOf(effect?.t ?? 0, pCorrected, options.better);
    return {
      key: row.key,
      baseline: baseline.key,
      verdict,
      word: effect === null ? NOT_COMPARED : verdict === 'none' ? NO_DIFFERENCE : options.words[verdict],
      ratio: effect && level !== null ? ratioOf(effect, level) : null,
      level,
      ...differenceOf(row, baseline, path),
      test: effect && testName(effect, { tests, error, what: comparedWord(baseline, path) }),
      t: effect?.t ?? null,
      df: effect?.df ?? null,
      p: effect?.p ?? null,
      pCorrected,
      effect,
      reason: why,
      remarks: remarksOnPair(baseline, row),
    };
  });
}

function differenceOf(row: Merge, baseline: Merge, path: string) {
  const [here, there] = [row, baseline].map((merge) =>
    percentileIn(path) === undefined ? (merge.metrics[path]?.runValues ?? []) : runsSay(merge, path).runValues,
  );
  const difference = here!.length > 0 && there!.length > 0 ? mean(here!) - mean(there!) : null;
  return {
    difference,
    differencePercent: difference !== null && mean(there!) ? (100 * difference) / mean(there!) : null,
  };
}

/** Estimate and both ends of its interval at 1 - `level`, as ratios. */
export function ratioOf(effect: Effect, level: number): Interval | null {
  const { scale, estimate, error } = effect;
  if (scale !== 'ratio') return null;
  const half = quantileOf(effect, level) * error;
  return { value: Math.exp(estimate), low: Math.exp(estimate - half), high: Math.exp(estimate + half) };
}

interface TestFacts {
  tests: number;
  error: number;
  what: string;
}

function testName({ by, scale, sequential, runs: [here, there] }: Effect, { tests, error, what }: TestFacts): string {
  const on = scale === 'ratio' ? `the logarithms of the ${what}` : `the ${what}`;
  const made = {
    rounds: `${sequential ? 'Anytime-valid paired' : 'Paired'} t-test, two-sided, on ${on} in ${here} rounds`,
    runs: `Welch t-test, two-sided, on ${on} of ${here} and ${there} runs`,
    sessions: `Student's t-test, two-sided, on the mean of ${on} in each of ${here} and ${there} sessions`,
  };
  return `${made[by]}, Holm-corrected over ${tests} ${tests === 1 ? 'comparison' : 'comparisons'}, alpha ${Number(error.toPrecision(3))}`;
}

function verdictOf(t: number, pCorrected: number | null, better: RankedBy['better']): Verdict {
  if (pCorrected === null || pCorrected >= ALPHA) return 'none';
  return t < 0 === (better === 'less') ? 'better' : 'worse';
}
