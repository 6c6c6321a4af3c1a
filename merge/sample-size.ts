/** How many runs it takes to show a difference of a given size. */
import type { Effect } from './effect.ts';
import { powerOfT, shiftShown } from './noncentral-t.ts';
import { studentQuantile } from './student-t.ts';

/** In how many of 100 tries the difference is to be shown. */
export const POWER = 0.8;

/** More runs than anybody makes. */
export const MOST_RUNS = 10_000;

const LEAST_RUNS = 3;

const dfOf = (by: Effect['by'], runs: number): number => (by === 'rounds' ? runs - 1 : 2 * (runs - 1));

/**
 * The smallest difference, in % of the smaller figure, that `runs` runs of each show in {@link POWER} of tries: {@link runsToShow} read the
 * other way.
 * @param effect a ratio
 */
export function percentShown({ by, variance }: Effect, runs: number, level: number): number {
  const df = dfOf(by, runs);
  const shift = shiftShown(studentQuantile(1 - level / 2, df), df, POWER);
  return 100 * (Math.exp(shift * Math.sqrt(variance / runs)) - 1);
}

/**
 * The least n of runs of each, by rounds or apart as they were made, with which a two-sided t-test at `level` shows that one has `factor`
 * times the other's figure in {@link POWER} of tries, if runs scatter as those of `effect` did: with df = n - 1 for pairs and 2 (n - 1)
 * otherwise, the least n for which
 *
 *     P(|T| > t(1 - level / 2, df)) >= power, T noncentral t with df and a shift of log(factor) / sqrt(variance / n)
 *
 * The usual n >= (t(1 - level / 2, df) + t(power, df))^2 * variance / log(factor)^2 (NIST/SEMATECH e-Handbook of Statistical Methods,
 * 7.2.2.2, Sample sizes required) is near to that where n is large, and promises 80 of 100 tries where 3 runs keep 77.
 * @param factor above 1
 * @returns null when it is more than {@link MOST_RUNS}, or when the effect is no ratio
 */
export function runsToShow({ by, scale, variance }: Effect, factor: number, level: number): number | null {
  if (scale !== 'ratio') return null;
  const enough = (n: number): boolean => {
    const df = dfOf(by, n);
    const shift = Math.log(factor) / Math.sqrt(variance / n);
    return powerOfT(studentQuantile(1 - level / 2, df), df, shift) >= POWER;
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
