/** What the histograms of slices say of percentiles. */
import type { RunRecord } from '../protocol/run-record.ts';
import { ENOUGH_RUNS } from './run-facts.ts';
import { type Counted, countedOf, rankOf } from './statistics/histogram.ts';
import { percentileFactors } from './statistics/slice-bootstrap.ts';
import type { MergedDistribution } from './types.ts';

/** By their names, rising. */
const PERCENTILES = { p50: 50, p90: 90, p99: 99, p999: 99.9 } as const;
type PercentileName = keyof typeof PERCENTILES;
type Intervals = NonNullable<MergedDistribution['intervals']>;

const isPercentile = (figure: string | undefined): figure is PercentileName =>
  figure !== undefined && Object.hasOwn(PERCENTILES, figure);

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
  runs: readonly (string[] | undefined)[],
): Intervals | string {
  const kept = runs.filter((run) => run !== undefined);
  if (kept.length < runs.length)
    return `${runs.length - kept.length} of ${runs.length} runs keep no histograms of slices`;
  if (runs.length < ENOUGH_RUNS) return `an interval of a percentile needs ${ENOUGH_RUNS} runs or more`;
  const names = Object.keys(PERCENTILES) as PercentileName[];
  const factors = percentileFactors(
    kept.map((run) => run.map(countedOf)),
    names.map((name) => PERCENTILES[name]),
  );
  const intervals: Intervals = {};
  for (const [index, name] of names.entries()) {
    const factor = factors[index] ?? null;
    if (factor !== null) intervals[name] = { low: distribution[name] / factor, high: distribution[name] * factor };
  }
  return intervals;
}

/** The geometric mean of a percentile of the slices; null where one of them has too few values to have any beyond it, or says 0. */
export function slicePercentile(slices: readonly Counted[], percentile: number): number | null {
  let sum = 0;
  for (const { values, counts } of slices) {
    const count = counts.reduce((a, b) => a + b, 0);
    const rank = rankOf(percentile, count);
    let place = 0;
    let sofar = counts[0] ?? 0;
    while (sofar < rank && place < values.length) sofar += counts[++place] ?? 0;
    if (rank >= count || values[place] === 0) return null;
    sum += Math.log(values[place]!);
  }
  return slices.length === 0 ? null : Math.exp(sum / slices.length);
}

/** A percentile of each run by its slices. Undefined: the figure is no percentile. Null: a run does not have it by slices. */
export function runPercentiles(runs: readonly RunRecord[], figure: string): number[] | null | undefined {
  const [metric, of] = figure.split('.');
  if (!isPercentile(of)) return undefined;
  const values = runs.map((run) => {
    const histograms = sliceHistograms(run, metric!);
    return histograms === undefined ? null : slicePercentile(histograms.map(countedOf), PERCENTILES[of]);
  });
  return values.every((value) => value !== null) ? values : null;
}
