/** The figures of a distribution, read from its encoded histogram. */
import type { Distribution } from '../metrics/metric.ts';
import { sum } from './histogram.ts';

/** Histograms hold thousandths of the metric's unit. */
const THOUSANDTHS = 1000;

/**
 * @param hdr HDR V2 compressed base64
 * @returns null when there is not one value in it
 */
export function distributionOf(hdr: string): Distribution | null {
  const histogram = sum([hdr]);
  if (histogram.totalCount === 0) return null;
  const whole = (thousandths: number): number => thousandths / THOUSANDTHS;
  return {
    hdr,
    count: histogram.totalCount,
    mean: whole(histogram.mean),
    // Without a value above 0 the library answers with its largest number.
    min: whole(histogram.minNonZeroValue > histogram.maxValue ? 0 : histogram.minNonZeroValue),
    p50: whole(histogram.getValueAtPercentile(50)),
    p90: whole(histogram.getValueAtPercentile(90)),
    p99: whole(histogram.getValueAtPercentile(99)),
    p999: whole(histogram.getValueAtPercentile(99.9)),
    max: whole(histogram.maxValue),
  };
}
