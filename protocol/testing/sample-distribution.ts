/** Made-up distributions for tests. */
import * as hdr from 'hdr-histogram-js';
import type { Distribution } from '../../metrics/metric.ts';

/** A distribution of these latencies, in ms. */
export function sampleDistribution(milliseconds: number[]): Distribution {
  const histogram = hdr.build({ numberOfSignificantValueDigits: 3 });
  for (const ms of milliseconds) histogram.recordValue(Math.round(ms * 1000));
  const at = (percentile: number) => histogram.getValueAtPercentile(percentile) / 1000;
  return {
    hdr: hdr.encodeIntoCompressedBase64(histogram),
    count: histogram.totalCount,
    mean: histogram.mean / 1000,
    min: histogram.minNonZeroValue / 1000,
    p50: at(50),
    p90: at(90),
    p99: at(99),
    p999: at(99.9),
    max: histogram.maxValue / 1000,
  };
}
