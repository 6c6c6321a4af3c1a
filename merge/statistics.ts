/** Means over runs, with their intervals. */
import { mean, sampleVariance } from 'simple-statistics';
import { studentQuantile } from './student-t.ts';
import type { MergedSeries, RunFigure } from './types.ts';

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

/**
 * Merges one series of several runs, index by index: the mean over the runs that have a value there.
 * A run has no value past its end or where it holds null.
 * @returns null when no run has the series
 */
export function mergeSeries(runs: (readonly (number | null)[])[]): MergedSeries | null {
  if (runs.length === 0) return null;
  const length = Math.max(...runs.map((run) => run.length));
  const merged: MergedSeries = { mean: [], low: [], high: [], n: [] };
  for (let index = 0; index < length; index++) {
    const figure = runFigure(runs.map((run) => run[index] ?? null).filter((value) => value !== null));
    merged.mean.push(figure?.mean ?? null);
    merged.low.push(figure?.low ?? null);
    merged.high.push(figure?.high ?? null);
    merged.n.push(figure?.n ?? 0);
  }
  return merged;
}
