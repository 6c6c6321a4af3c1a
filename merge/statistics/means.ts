/** Means over runs, with their intervals. */
import { mean, sampleVariance } from 'simple-statistics';
import type { RunFigure } from '../types.ts';
import { studentQuantile } from './student-t.ts';

/**
 * Mean of `values` with a two-sided 95 % interval. With half = t(0.975, n - 1) * s / sqrt(n), Student's half width:
 *
 * - values of which none is negative, as latencies, counts and levels are: from mean / w to mean * w, with w = exp(half / mean).
 *   This is Student's interval for the logarithm of the mean, by the delta method (Meeker and Escobar, Statistical Methods for
 *   Reliability Data, 1998, chapter 7: intervals for a quantity that must be positive). It holds the mean, never reaches zero, is
 *   Student's own where runs are alike, and where they scatter misses the true mean less often than that does;
 * - values of which some are negative: from mean - half to mean + half.
 *
 * @returns null when there is no value
 */
export function runFigure(values: number[]): RunFigure | null {
  const n = values.length;
  if (n === 0) return null;
  const middle = mean(values);
  if (n === 1) return { mean: middle, low: null, high: null, n };
  const half = studentQuantile(0.975, n - 1) * Math.sqrt(sampleVariance(values) / n);
  if (half === 0) return { mean: middle, low: middle, high: middle, n };
  if (values.some((value) => value < 0)) return { mean: middle, low: middle - half, high: middle + half, n };
  const factor = Math.exp(half / middle);
  return { mean: middle, low: middle / factor, high: middle * factor, n };
}

export const known = <T>(values: (T | null | undefined)[]): T[] =>
  values.filter((value) => value !== null && value !== undefined);

/** The runs' values of a metric, in their order. */
export interface RunValues {
  runValues: number[];
  /** By value: which run it is of, as an index into the merge's `runIds`. */
  runOf: number[];
}

/** The same of runs that may have been cut into slices. */
export interface SliceValues extends RunValues {
  /**
   * By value, of runs that were cut into slices: the geometric mean of the slices' means. Ratios of these are means over blocks of slices that
   * were made one after the other, so that a slice that the machine disturbed counts as one of many. Absent: runs were not cut.
   */
  sliceMeans?: number[];
  /** The same of the slices' medians. Absent: runs were not cut, or keep no histograms of their slices. */
  sliceMedians?: number[];
}

/** Null where there is no value, or one is not above 0. */
export const geometricMean = (values: readonly number[]): number | null =>
  values.length > 0 && values.every((value) => value > 0)
    ? Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
    : null;

/** @param values one per run; null for one that says nothing */
export function runValuesOf(values: (number | null | undefined)[]): RunValues {
  const said = values.flatMap((value, run) => (value === null || value === undefined ? [] : [{ value, run }]));
  return { runValues: said.map(({ value }) => value), runOf: said.map(({ run }) => run) };
}
