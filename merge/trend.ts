/** Merges a trend: means over runs, percentiles from added histograms. */
import type { TrendMetric } from '../protocol/metrics.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { addedDistribution } from './histogram.ts';
import { mergeSeries, plannedBuckets } from './series.ts';
import { known, type RunValues, runFigure, runValuesOf } from './statistics.ts';
import type { MergedDistribution, MergedTrend } from './types.ts';
import type { Why } from './why.ts';

/** A run's mean per bucket; null for a bucket in which there was nothing. Null: not measured by bucket. */
export function meansPerBucket({ series }: Pick<TrendMetric, 'series'>): (number | null)[] | null {
  if (series === null) return null;
  if ('mean' in series) return series.mean;
  return series.count.map((count, bucket) => (count > 0 ? (series.sum[bucket] ?? 0) / count : null));
}

/**
 * One run's mean: sum / count of all values; without these that of its histogram; and of a run that has neither (an imported one)
 * the mean of its buckets' means over the seconds of the plan, as study A averaged them.
 */
export function runMean(trend: TrendMetric, plan: RunRecord['plan']): number | null {
  if (trend.series && 'sum' in trend.series) {
    const count = sum(trend.series.count);
    if (count > 0) return sum(trend.series.sum) / count;
  }
  if (trend.distribution) return trend.distribution.mean;
  const means = known((meansPerBucket(trend) ?? []).slice(0, plannedBuckets(plan)));
  return means.length > 0 ? sum(means) / means.length : null;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/**
 * All of a merged trend but its figures over seconds, which need to know what is overtime.
 * @param runs one per run, in their order; null for a run without the metric
 */
export function mergeTrend(
  runs: (TrendMetric | null)[],
  plan: RunRecord['plan'],
  why: Why,
): Pick<MergedTrend, 'mean' | keyof RunValues | 'series' | 'distribution'> {
  const { runValues, runOf } = runValuesOf(runs.map((run) => run && runMean(run, plan)));
  const series = known(runs.map((run) => run && meansPerBucket(run)));
  if (runValues.length === 0) why('mean', 'no run measured it');
  if (series.length === 0) why('series', 'it was not measured by second');
  return {
    mean: runFigure(runValues),
    runValues,
    runOf,
    series: mergeSeries(series),
    distribution: mergeDistribution(runs, why),
  };
}

function mergeDistribution(runs: (TrendMetric | null)[], why: Why): MergedDistribution | null {
  const distributions = known(runs.map((run) => run?.distribution));
  if (distributions.length < runs.length) {
    const without = runs.length - distributions.length;
    const some = distributions.length > 0;
    why('distribution', some ? `${without} of ${runs.length} runs have no histogram` : 'the runs have no histograms');
    return null;
  }
  try {
    return addedDistribution(distributions.map(({ hdr }) => hdr));
  } catch (error) {
    why('distribution', `a histogram could not be read: ${(error as Error).message}`);
    return null;
  }
}
