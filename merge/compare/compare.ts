/** Says whether rows differ from a baseline and how far, by a test that is named and corrected for how many there are. */
import { mean } from 'simple-statistics';
import type { RankedBy } from '../../protocol/scenario-charts.ts';
import { quantileOf } from '../statistics/sample-size.ts';
import { holm, holmLevels } from '../statistics/welch.ts';
import type { Merge, MergedMetric } from '../types.ts';
import { notRankedBecause, remarksOnPair, sameLoad, whyNotCompared } from './comparable.ts';
import { type Effect, effectOf } from './effect.ts';
import { withSharedScatter } from './shared-scatter.ts';

export { notRankedBecause };

export const ALPHA = 0.05;

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

/** One row against the baseline. Compared is one metric's figure of each run: {@link COMPARED}. */
export interface Comparison {
  /** The row's merge, and the baseline's. */
  key: string;
  baseline: string;
  verdict: Verdict;
  /** The verdict in the scenario's words, such as `faster`; {@link NO_DIFFERENCE} otherwise, and `not compared` where there was no test. */
  word: string;
  /** The ratio of the row's figure to the baseline's; null if nothing was tested, or a run has 0 or less. */
  ratio: Interval | null;
  /** The level of its interval is 1 - this: {@link ALPHA}, corrected as the verdict is. Null when nothing was tested. */
  level: number | null;
  /** Mean of the row minus mean of the baseline, in the metric's unit, and in % of the baseline; null when either has none. */
  difference: number | null;
  differencePercent: number | null;
  /** The test, in words; null when none was made. */
  test: string | null;
  t: number | null;
  /** Degrees of freedom: rounds - 1, or Welch and Satterthwaite's. */
  df: number | null;
  /** Two-sided p, and the same corrected by Holm's method over all that was tested. */
  p: number | null;
  pCorrected: number | null;
  /** The effect behind the test, for further calculations; null if there was no test. */
  effect: Effect | null;
  /** The reason why no test was made; null when one was. */
  reason: string | null;
  /** Reservations about the verdict. */
  remarks: string[];
}

export interface CompareOptions extends RankedBy {
  /** Also rank merges of something else than the framework as it is: see {@link notRankedBecause}. */
  rankSubstitutes?: boolean;
  /**
   * The baseline was picked for its figures, such as the best: then any two rows of its load might have been compared, and the
   * correction is over all pairs of them.
   */
  picked?: boolean;
}

/** The figure of a run that is compared, by the metric's kind. */
export const COMPARED: Record<MergedMetric['kind'], string> = { trend: 'means', count: 'totals', gauge: 'medians' };

/** Two merges to compare: the first against the second. */
export interface Pair {
  row: Merge;
  baseline: Merge;
}

/** Every two of `merges` once: the later against the earlier. */
export const pairsAmong = (merges: Merge[]): Pair[] =>
  merges.flatMap((baseline, index) => merges.slice(index + 1).map((row) => ({ row, baseline })));

/** Compares each of `others` with `baseline`: {@link comparePairs}. */
export function compare(baseline: Merge, others: Merge[], options: CompareOptions): Comparison[] {
  const asked = others.map((row) => ({ row, baseline }));
  // Those asked for come first, so that they are found by their place.
  const among = options.picked ? pairsAmong(others.filter((row) => sameLoad(row, baseline))) : [];
  return comparePairs([...asked, ...among], options).slice(0, asked.length);
}

/**
 * Compares the two of each pair by a two-sided t-test on what the runs say of one metric, as {@link effectOf} does, Holm-corrected
 * over what is tested, at alpha 0.05. A pair that cannot be tested says why.
 */
export function comparePairs(pairs: Pair[], options: CompareOptions): Comparison[] {
  const tried = pairs.map(({ row, baseline }) => {
    const why = whyNotCompared(baseline, row, options.metric, options.rankSubstitutes ?? false);
    const effect = why === null ? effectOf(row, baseline, options.metric) : null;
    return { row, baseline, effect, why: why ?? (effect ? null : 'no run differs from the next: nothing to test') };
  });
  withSharedScatter(tried, options.metric);
  const tested = tried.flatMap(({ effect }) => (effect ? [effect] : []));
  const p = tested.map((effect) => effect.p);
  const [corrected, levels] = [holm(p), holmLevels(p, ALPHA)];
  return tried.map(({ row, baseline, effect, why }) => {
    const rank = effect === null ? -1 : tested.indexOf(effect);
    const [pCorrected, level] = [corrected[rank] ?? null, levels[rank] ?? null];
    const verdict = verdictOf(effect?.t ?? 0, pCorrected, options.better);
    return {
      key: row.key,
      baseline: baseline.key,
      verdict,
      word: effect === null ? NOT_COMPARED : verdict === 'none' ? NO_DIFFERENCE : options.words[verdict],
      ratio: effect && level !== null ? ratioOf(effect, level) : null,
      level,
      ...differenceOf(row, baseline, options.metric),
      test: effect && testName(effect, tested.length, COMPARED[baseline.metrics[options.metric]?.kind ?? 'trend']),
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

function differenceOf(row: Merge, baseline: Merge, metric: string) {
  const [here, there] = [row, baseline].map(({ metrics }) => metrics[metric]?.runValues ?? []);
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

function testName({ by, scale, sequential, runs: [here, there] }: Effect, tests: number, what: string): string {
  const on = scale === 'ratio' ? `the logarithms of the ${what}` : `the ${what}`;
  const made = {
    rounds: `${sequential ? 'Anytime-valid paired' : 'Paired'} t-test, two-sided, on ${on} in ${here} rounds`,
    runs: `Welch t-test, two-sided, on ${on} of ${here} and ${there} runs`,
    sessions: `Student's t-test, two-sided, on the mean of ${on} in each of ${here} and ${there} sessions`,
  };
  return `${made[by]}, Holm-corrected over ${tests} ${tests === 1 ? 'comparison' : 'comparisons'}, alpha ${ALPHA}`;
}

function verdictOf(t: number, pCorrected: number | null, better: RankedBy['better']): Verdict {
  if (pCorrected === null || pCorrected >= ALPHA) return 'none';
  return t < 0 === (better === 'less') ? 'better' : 'worse';
}
