/** All series of a run are of one length, so that a bucket means the same in each. Pure. */
import type { Metric } from '../metrics/metric.ts';

function lengthOf(metric: Metric): number {
  if (metric.kind === 'gauge' || metric.series === null) return 0;
  if (metric.kind === 'count') return metric.series.length;
  return 'sum' in metric.series ? metric.series.count.length : metric.series.mean.length;
}

/** `values` lengthened with zeros: buckets in which nothing happened. */
const padded = (values: number[], length: number): number[] => [
  ...values,
  ...new Array<number>(Math.max(0, length - values.length)).fill(0),
];

function paddedMetric(metric: Metric, length: number): Metric {
  if (metric.kind === 'gauge' || metric.series === null) return metric;
  if (metric.kind === 'count') return { ...metric, series: padded(metric.series, length) };
  if (!('sum' in metric.series)) return metric;
  const { sum, count } = metric.series;
  return { ...metric, series: { sum: padded(sum, length), count: padded(count, length) } };
}

/** The same metrics, the series of counts and trends as long as the longest of them. */
export function padMetrics(metrics: Record<string, Metric>): Record<string, Metric> {
  const length = Math.max(0, ...Object.values(metrics).map(lengthOf));
  return Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, paddedMetric(metric, length)]));
}
