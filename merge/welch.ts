/** Welch's test for two samples, and Holm's correction for several tests. */
import { mean, sampleVariance } from 'simple-statistics';
import { twoSidedP } from './student-t.ts';

/**
 * Welch's t-test for two samples of unequal variances (Welch 1947; degrees of freedom by Satterthwaite 1946).
 * @returns null when neither sample varies, or one has fewer than two values: then there is no such test
 */
export function welch(a: number[], b: number[]): { t: number; df: number; p: number } | null {
  if (a.length < 2 || b.length < 2) return null;
  const errorA = sampleVariance(a) / a.length;
  const errorB = sampleVariance(b) / b.length;
  const error = errorA + errorB;
  if (error === 0) return null;
  const t = (mean(a) - mean(b)) / Math.sqrt(error);
  const df = error ** 2 / (errorA ** 2 / (a.length - 1) + errorB ** 2 / (b.length - 1));
  return { t, df, p: twoSidedP(t, df) };
}

/** Holm's step-down correction (Holm 1979): corrected p values in the order of `p`. */
export function holm(p: number[]): number[] {
  const ranked = p.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const corrected: number[] = [];
  let largest = 0;
  ranked.forEach(({ value, index }, rank) => {
    largest = Math.max(largest, Math.min(1, (p.length - rank) * value));
    corrected[index] = largest;
  });
  return corrected;
}
