/** One run's mean, as a whole and per bucket. Reads no histogram, so that a page can import it. */
import type { TrendMetric } from '../metrics/metric.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { plannedBuckets } from './series.ts';
import { known } from './statistics/means.ts';

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
