/** How many runs it takes to show a difference of a given size. */
import type { Effect } from './effect.ts';
import { studentQuantile } from './student-t.ts';

/** In how many of 100 tries the difference is to be shown. */
export const POWER = 0.8;

/** More runs than anybody makes. */
export const MOST_RUNS = 10_000;

const LEAST_RUNS = 3;

/**
 * The smallest difference, in % of the smaller figure, that `runs` runs of each show in {@link POWER} of tries: {@link runsToShow} read the
 * other way.
 * @param effect a ratio
 */
export function percentShown({ by, variance }: Effect, runs: number, level: number): number {
  const df = by === 'rounds' ? runs - 1 : 2 * (runs - 1);
  const quantiles = studentQuantile(1 - level / 2, df) + studentQuantile(POWER, df);
  return 100 * (Math.exp(quantiles * Math.sqrt(variance / runs)) - 1);
}

/**
 * The least n of runs of each, by rounds or apart as they were made, with which a t-test at `level` shows that one has `factor` times
 * the other's figure in {@link POWER} of tries, if runs scatter as those of `effect` did:
 *
 *     n >= (t(1 - level / 2, df) + t(power, df))^2 * variance / log(factor)^2
 *
 * with df = n - 1 for pairs and 2 (n - 1) otherwise. Since df depends on n, it is solved by trying (NIST/SEMATECH e-Handbook of
 * Statistical Methods, 7.2.2.2, Sample sizes required).
 * @param factor above 1
 * @returns null when it is more than {@link MOST_RUNS}, or when the effect is no ratio
 */
export function runsToShow({ by, scale, variance }: Effect, factor: number, level: number): number | null {
  if (scale !== 'ratio') return null;
  const size = Math.log(factor) ** 2;
  const enough = (n: number): boolean => {
    const df = by === 'rounds' ? n - 1 : 2 * (n - 1);
    return n >= ((studentQuantile(1 - level / 2, df) + studentQuantile(POWER, df)) ** 2 * variance) / size;
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
