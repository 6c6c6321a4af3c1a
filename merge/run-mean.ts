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
 * The length of a run, buckets. Counts go on to its end; a trend has no values where nothing arrived, which is no end, and tells only where
 * nothing was counted.
 */
export function bucketsOf({ metrics }: Pick<RunRecord, 'metrics'>): number {
  const all = Object.values(metrics);
  const counts = all.flatMap((metric) =>
    metric.kind === 'count' && metric.series !== null ? metric.series.length : [],
  );
  const ends = all.flatMap((metric) => {
    const means = metric.kind === 'trend' ? meansPerBucket(metric) : null;
    return means === null ? [] : means.findLastIndex((mean) => mean !== null) + 1;
  });
  return Math.max(0, ...(counts.length > 0 ? counts : ends));
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
