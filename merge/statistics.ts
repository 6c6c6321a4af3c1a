/** Means over runs, with their intervals. */
import { mean, sampleVariance } from 'simple-statistics';
import { studentQuantile } from './student-t.ts';
import type { RunFigure } from './types.ts';

/**
 * Mean of `values` with its two-sided 95 % interval: mean +- t(0.975, n - 1) * s / sqrt(n).
 * @returns null when there is no value
 */
export function runFigure(values: number[]): RunFigure | null {
  const n = values.length;
  if (n === 0) return null;
  const middle = mean(values);
  if (n === 1) return { mean: middle, low: null, high: null, n };
  const half = studentQuantile(0.975, n - 1) * Math.sqrt(sampleVariance(values) / n);
  return { mean: middle, low: middle - half, high: middle + half, n };
}

export const known = <T>(values: (T | null | undefined)[]): T[] =>
  values.filter((value) => value !== null && value !== undefined);
