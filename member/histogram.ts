/** The one shape of latency histogram that Outcry keeps: HDR, microseconds, 1 us to 1 h, three significant digits. */
import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';

const HOUR_US = 3_600_000_000;

export function buildHistogram(): Histogram {
  return build({
    bitBucketSize: 32,
    autoResize: false,
    lowestDiscernibleValue: 1,
    highestTrackableValue: HOUR_US,
    numberOfSignificantValueDigits: 3,
  });
}

/** Records `ms` (0 or more); longer than an hour counts as an hour. */
export function record(histogram: Histogram, ms: number): void {
  histogram.recordValue(Math.min(HOUR_US, Math.round(ms * 1000)));
}

/** V2 compressed, base64. */
export function encode(histogram: Histogram): string {
  return encodeIntoCompressedBase64(histogram);
}

/** Adds up encoded histograms. */
export function sum(encoded: readonly string[]): Histogram {
  const total = buildHistogram();
  for (const one of encoded) total.add(decodeFromCompressedBase64(one));
  return total;
}
