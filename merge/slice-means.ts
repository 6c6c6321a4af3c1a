/** What the slices of runs say of a trend. */
import type { TrendMetric } from '../metrics/metric.ts';
import type { RunSlices } from '../protocol/run-record.ts';
import type { SliceValues } from './statistics/means.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The geometric mean of the means of a run's slices; null where a slice has nothing, or no mean above 0. */
function sliceMean({ series }: TrendMetric, { seconds, at }: RunSlices, bucketSeconds: number): number | null {
  if (series === null || !('sum' in series)) return null;
  const width = seconds / bucketSeconds;
  const means = at.map((_, index) => {
    const of = (values: number[]): number => sum(values.slice(index * width, (index + 1) * width));
    return of(series.sum) / of(series.count);
  });
  return means.length > 0 && means.every((mean) => mean > 0) ? Math.exp(sum(means.map(Math.log)) / means.length) : null;
}

/** Of runs that all were cut into slices; nothing where one was not, or has a slice without a value. */
export function sliceMeans(
  runs: readonly { trend: TrendMetric; slices: RunSlices | undefined }[],
  bucketSeconds: number,
): Pick<SliceValues, 'sliceMeans'> {
  const means = runs.flatMap(({ trend, slices }) =>
    slices === undefined ? [] : (sliceMean(trend, slices, bucketSeconds) ?? []),
  );
  return means.length > 0 && means.length === runs.length ? { sliceMeans: means } : {};
}
