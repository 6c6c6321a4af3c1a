/** The percentiles from the histograms of slices. */
import type { RunRecord } from '../protocol/run-record.ts';
import { ENOUGH_RUNS } from './run-facts.ts';
import type { Counted } from './statistics/histogram.ts';
import { percentileFactors } from './statistics/slice-bootstrap.ts';
import type { MergedDistribution } from './types.ts';

/** By their names, rising. */
const PERCENTILES = { p50: 50, p90: 90, p99: 99, p999: 99.9 } as const;
type PercentileName = keyof typeof PERCENTILES;
type Intervals = NonNullable<MergedDistribution['intervals']>;

/** The histograms of a run's slices; undefined where they were not kept. */
export const sliceHistograms = ({ slices }: Pick<RunRecord, 'slices'>, metric: string): string[] | undefined =>
  slices?.histograms && Object.hasOwn(slices.histograms, metric) ? slices.histograms[metric] : undefined;

/**
 * @param distribution of all runs together
 * @param runs the histograms of each run's slices
 * @returns why there are no intervals, where that is so
 */
export function percentileIntervals(
  distribution: MergedDistribution,
  runs: readonly (Counted[] | undefined)[],
): Intervals | string {
  const kept = runs.filter((run) => run !== undefined);
  if (kept.length < runs.length)
    return `${runs.length - kept.length} of ${runs.length} runs keep no histograms of slices`;
  if (runs.length < ENOUGH_RUNS) return `an interval of a percentile needs ${ENOUGH_RUNS} runs or more`;
  const names = Object.keys(PERCENTILES) as PercentileName[];
  const factors = percentileFactors(
    kept,
    names.map((name) => PERCENTILES[name]),
  );
  const intervals: Intervals = {};
  for (const [index, name] of names.entries()) {
    const factor = factors[index] ?? null;
    const value = distribution[name];
    if (factor !== null && value !== null) intervals[name] = { low: value / factor, high: value * factor };
  }
  return intervals;
}
