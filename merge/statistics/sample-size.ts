/** The number of runs needed to show a difference of a given size. */
import type { Effect } from '../compare/effect.ts';
import { sequentialQuantile } from './confidence-sequence.ts';
import { powerOfT, shiftShown } from './noncentral-t.ts';
import { studentQuantile } from './student-t.ts';

/** In how many of 100 tries the difference is to be shown. */
export const POWER = 0.8;

/** More runs than anybody makes. */
export const MOST_RUNS = 10_000;

const LEAST_RUNS = 3;

/** The known scatter of runs. */
export type Scatter = Pick<Effect, 'by' | 'scale' | 'sequential' | 'df' | 'runs' | 'variance'>;

/** The standard normal quantile of 80 %: how sure it is that runs scatter no more than they are taken to. */
const ASSURANCE = 0.8416;

/**
 * The variance that a few runs may hide: the end of its one-sided 80 % interval, `variance * df / chi2(0.2, df)`. A number of runs made of
 * the variance itself is too small as often as that was underestimated (Browne, On the use of a pilot sample for sample size
 * determination, Statistics in Medicine 14, 1995). The quantile of chi2 is that of Wilson and Hilferty (PNAS 17, 1931), within 1 % from 2
 * degrees of freedom on; there may be infinitely many.
 */
function carefulVariance({ variance, df }: Scatter): number {
  const part = 2 / (9 * df);
  return variance / (1 - part - ASSURANCE * Math.sqrt(part)) ** 3;
}

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
  return 100 * (Math.exp(shift * Math.sqrt(carefulVariance(effect) / runs)) - 1);
}

/** The known shifts of a test: too small ones lie below, large enough ones above. */
interface KnownShifts {
  tooSmall: number;
  enough: number;
}

const MOST_KNOWN = 10_000;
const knownShifts = new Map<string, KnownShifts>();

/** Tells whether a shift is shown in {@link POWER} of tries. Power grows with the shift, so most of many pairs need no integral. */
function isShown(critical: number, df: number, shift: number): boolean {
  const key = `${critical} ${df}`;
  const known = knownShifts.get(key) ?? { tooSmall: 0, enough: Number.POSITIVE_INFINITY };
  if (shift <= known.tooSmall || shift >= known.enough) return shift >= known.enough;
  const shown = powerOfT(critical, df, shift) >= POWER;
  if (knownShifts.size >= MOST_KNOWN) knownShifts.clear();
  knownShifts.set(key, shown ? { ...known, enough: shift } : { ...known, tooSmall: shift });
  return shown;
}

/**
 * The least n of runs of each, by rounds or apart as they were made, with which its two-sided test at `level` shows that one has `factor`
 * times the other's figure in {@link POWER} of tries, if runs scatter as {@link carefulVariance} says: with df = n - 1 for pairs and 2 (n - 1)
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
  if (effect.scale !== 'ratio') return null;
  const variance = carefulVariance(effect);
  const enough = (n: number): boolean => {
    const critical = quantileOf(effect, level, n);
    if (!Number.isFinite(critical)) return false;
    return isShown(critical, dfOf(effect, n), Math.log(factor) / Math.sqrt(variance / n));
  };
  // More runs are always enough if fewer are: double until they are, then halve what is left until one number is.
  let [few, many] = [LEAST_RUNS - 1, LEAST_RUNS];
  while (!enough(many)) {
    if (many === MOST_RUNS) return null;
    [few, many] = [many, Math.min(2 * many, MOST_RUNS)];
  }
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2);
    if (enough(middle)) many = middle;
    else few = middle;
  }
  return many;
}
