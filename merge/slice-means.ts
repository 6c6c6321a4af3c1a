/** The means and medians of a trend over the slices of runs. */
import type { TrendMetric } from '../metrics/metric.ts';
import type { RunSlices } from '../protocol/run-record.ts';
import { type Counted, valueAt } from './statistics/histogram.ts';
import { geometricMean, type SliceValues } from './statistics/means.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The geometric mean of the means of a run's slices; null where a slice has nothing, or no mean above 0. */
function sliceMean({ series }: TrendMetric, { seconds, at }: RunSlices, bucketSeconds: number): number | null {
  if (series === null || !('sum' in series)) return null;
  const width = seconds / bucketSeconds;
  const means = at.map((_, index) => {
    const of = (values: number[]): number => sum(values.slice(index * width, (index + 1) * width));
    return of(series.sum) / of(series.count);
  });
  return geometricMean(means);
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

/**
 * Of runs that all were cut into slices and keep the histograms of these; nothing where one does not, or has a slice without a value.
 * @param runs the histograms of each run's slices; undefined: it keeps none
 */
export function sliceMedians(runs: readonly (readonly Counted[] | undefined)[]): Pick<SliceValues, 'sliceMedians'> {
  const medians = runs.flatMap((slices) => (slices === undefined ? [] : (geometricMean(slices.map(medianOf)) ?? [])));
  return medians.length > 0 && medians.length === runs.length ? { sliceMedians: medians } : {};
}

/** The median of a slice; 0 where it has no value. */
const medianOf = (slice: Counted): number => valueAt(50, slice) ?? 0;
