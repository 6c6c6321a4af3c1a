/** The quantiles of a run's distribution, as summaries have them. */
import type { TrendMetric } from '../../metrics/metric.ts';
import { tooFewFor } from '../../metrics/percentiles.ts';

const QUANTILES = [
  [0, 'min'],
  [0.5, 'p50'],
  [0.9, 'p90'],
  [0.99, 'p99'],
  [0.999, 'p999'],
  [1, 'max'],
] as const;

export interface Summary {
  count: number;
  sum: number;
  /** In ascending order; without those that the distribution has too few values for. */
  quantiles: (readonly [quantile: number, value: number])[];
}

/** In the metric's unit; null where it has no distribution. */
export function summaryOf({ distribution }: TrendMetric): Summary | null {
  if (distribution === null) return null;
  const { count, mean } = distribution;
  const quantiles = QUANTILES.filter(([, name]) => tooFewFor(name, count) === null);
  return { count, sum: mean * count, quantiles: quantiles.map(([at, name]) => [at, distribution[name]]) };
}
