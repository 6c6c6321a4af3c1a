/** Latency histograms of reports, added up and read out for the run record. Histograms are added, never percentiles. */
import * as hdr from 'hdr-histogram-js';
import type { LatencyDistribution } from '../../protocol/run-record.ts';

const MICROSECONDS_PER_MS = 1000;

/**
 * Adds encoded histograms and reads the figures of the sum.
 * @param encoded HDR V2 compressed base64, microseconds
 * @returns null when there is not one value in them
 */
export function addDistributions(encoded: string[]): LatencyDistribution | null {
  const sum = hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000,
    numberOfSignificantValueDigits: 3,
    bitBucketSize: 'packed',
  });
  for (const text of encoded) sum.add(hdr.decodeFromCompressedBase64(text, 32, false));
  if (sum.totalCount === 0) return null;
  const ms = (microseconds: number): number => microseconds / MICROSECONDS_PER_MS;
  return {
    hdr: hdr.encodeIntoCompressedBase64(sum),
    count: sum.totalCount,
    mean: ms(sum.mean),
    // Without a value above 0 µs the library answers with its largest number.
    min: ms(sum.minNonZeroValue > sum.maxValue ? 0 : sum.minNonZeroValue),
    p50: ms(sum.getValueAtPercentile(50)),
    p90: ms(sum.getValueAtPercentile(90)),
    p99: ms(sum.getValueAtPercentile(99)),
    p999: ms(sum.getValueAtPercentile(99.9)),
    max: ms(sum.maxValue),
  };
}
