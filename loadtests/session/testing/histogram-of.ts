import { buildHistogram, encode, record } from '../../../member/histogram.ts';

/** Encodes milliseconds as the histogram that members report. */
export function histogramOf(milliseconds: number[]): string {
  const histogram = buildHistogram();
  for (const value of milliseconds) record(histogram, value);
  return encode(histogram);
}
