/** Merges the buckets of runs, and marks buckets that some runs lack. */
import type { RunRecord } from '../protocol/run-record.ts';
import { runFigure } from './statistics/means.ts';
import type { MergedSeries } from './types.ts';

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

/** Returns the number of planned buckets, with one of grace for messages still under way when sending ends. */
export function plannedBuckets({ seconds, bucketSeconds }: RunRecord['plan']): number {
  return seconds === null ? Number.POSITIVE_INFINITY : Math.ceil(seconds / bucketSeconds) + 1;
}

/**
 * By bucket, for the merged series of one test: true for one past the plan, and for one that only some runs reach.
 * @param lengths of the runs, buckets
 */
export function overtimeOf(plan: RunRecord['plan'], lengths: readonly number[]): boolean[] {
  const length = Math.max(0, ...lengths);
  const shared = Math.min(plannedBuckets(plan), ...lengths);
  return Array.from({ length }, (_, bucket) => bucket >= shared);
}
