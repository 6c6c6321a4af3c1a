import { buildHistogram, encode, record } from '../histogram.ts';

/** A made-up histogram of these values (ms), encoded. */
export function histogramOf(...values: number[]): string {
  const histogram = buildHistogram();
  for (const value of values) record(histogram, value);
  return encode(histogram);
}
