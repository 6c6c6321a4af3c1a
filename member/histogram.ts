/** The one shape of latency histogram that Outcry keeps: HDR, microseconds, 1 us to 1 h, three significant digits. */
import {
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  type JsHistogram,
} from 'hdr-histogram-js';

const HOUR_US = 3_600_000_000;
/** Three digits take 2,048 counts, of which each doubling of the value has the upper half. */
const HALF_MAGNITUDE = 10;

/**
 * The place of the count of `value`, a whole number below 2^32: what the library finds by logarithms, which cost more than all else that
 * recording does.
 */
export function countsArrayIndex(value: number): number {
  const bucket = Math.max(0, 31 - HALF_MAGNITUDE - Math.clz32(value));
  return (bucket << HALF_MAGNITUDE) + (value >>> bucket);
}

export function buildHistogram(): Histogram {
  const histogram = build({
    bitBucketSize: 32,
    autoResize: false,
    lowestDiscernibleValue: 1,
    highestTrackableValue: HOUR_US,
    numberOfSignificantValueDigits: 3,
  }) as JsHistogram;
  histogram.countsArrayIndex = countsArrayIndex;
  return histogram;
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
