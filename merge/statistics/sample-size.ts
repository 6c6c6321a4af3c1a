/** How many runs it takes to show a difference of a given size. */
import type { Effect } from '../compare/effect.ts';
import { sequentialQuantile } from './confidence-sequence.ts';
import { powerOfT, shiftShown } from './noncentral-t.ts';
import { studentQuantile } from './student-t.ts';

/** In how many of 100 tries the difference is to be shown. */
export const POWER = 0.8;

/** More runs than anybody makes. */
export const MOST_RUNS = 10_000;

const LEAST_RUNS = 3;

/** What is known of how runs scatter. */
export type Scatter = Pick<Effect, 'by' | 'scale' | 'sequential' | 'df' | 'runs' | 'variance'>;

/** Half the width of the interval of `effect` at 1 - `level`, in standard errors; with `runs` of each instead of its own. */
export function quantileOf(effect: Scatter, level: number, runs?: number): number {
  const {
    sequential,
    df,
    runs: [own],
  } = effect;
  const then = runs === undefined ? df : dfOf(effect, runs);
  return sequential ? sequentialQuantile(level, runs ?? own, then) : studentQuantile(1 - level / 2, then);
}

/** Degrees of freedom of the same comparison with N runs of each. */
function dfOf({ by, sequential, df, runs: [own] }: Scatter, runs: number): number {
  if (sequential) return (df / (own - 1)) * (runs - 1);
  return by === 'rounds' ? runs - 1 : 2 * (runs - 1);
}

/**
 * The smallest difference, in % of the smaller figure, that `runs` runs of each show in {@link POWER} of tries: {@link runsToShow} read the
 * other way.
 * @param effect a ratio
 * @returns Infinity where so few rounds show nothing, however large it is
 */
export function percentShown(effect: Scatter, runs: number, level: number): number {
  const critical = quantileOf(effect, level, runs);
  if (!Number.isFinite(critical)) return critical;
  const shift = shiftShown(critical, dfOf(effect, runs), POWER);
  return 100 * (Math.exp(shift * Math.sqrt(effect.variance / runs)) - 1);
}

/**
 * The least n of runs of each, by rounds or apart as they were made, with which its two-sided test at `level` shows that one has `factor`
 * times the other's figure in {@link POWER} of tries, if runs scatter as those of `effect` did: with df = n - 1 for pairs and 2 (n - 1)
 * otherwise, the least n for which
 *
 *     P(|T| > t(1 - level / 2, df)) >= power, T noncentral t with df and a shift of log(factor) / sqrt(variance / n)
 *
 * The usual n >= (t(1 - level / 2, df) + t(power, df))^2 * variance / log(factor)^2 (NIST/SEMATECH e-Handbook of Statistical Methods,
 * 7.2.2.2, Sample sizes required) is near to that where n is large, and promises 80 of 100 tries where 3 runs keep 77.
 * In a sequential session the critical value is that of the confidence sequence.
 * @param factor above 1
 * @returns null when it is more than {@link MOST_RUNS}, or when the effect is no ratio
 */
export function runsToShow(effect: Scatter, factor: number, level: number): number | null {
  const { scale, variance } = effect;
  if (scale !== 'ratio') return null;
  const enough = (n: number): boolean => {
    const critical = quantileOf(effect, level, n);
    if (!Number.isFinite(critical)) return false;
    return powerOfT(critical, dfOf(effect, n), Math.log(factor) / Math.sqrt(variance / n)) >= POWER;
  };
  if (!enough(MOST_RUNS)) return null;
  // More runs are always enough if fewer are: halve what is left until one number is.
  let [few, many] = [LEAST_RUNS - 1, MOST_RUNS];
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2);
    if (enough(middle)) many = middle;
    else few = middle;
  }
  return many;
}

/** How sure the scatter is taken to be no larger. */
const ASSURANCE_Z = 0.8416;

/**
 * {@link runsToShow} for a promise. A few runs know their own scatter badly, and the more it was underestimated the more a number made of
 * it is too small. This takes the end of the one-sided 80 % interval of the variance, `variance * df / chi2(0.2, df)`, which keeps the
 * power where the plain number loses it (Browne, On the use of a pilot sample for sample size determination, Statistics in Medicine 14,
 * 1995). The quantile of chi2 is Wilson and Hilferty's (PNAS 17, 1931), within 1 %.
 */
export function runsToPromise(effect: Scatter, factor: number, level: number): number | null {
  const part = 2 / (9 * effect.df);
  const overChi2 = 1 / (1 - part - ASSURANCE_Z * Math.sqrt(part)) ** 3;
  return runsToShow({ ...effect, variance: effect.variance * overChi2 }, factor, level);
}
