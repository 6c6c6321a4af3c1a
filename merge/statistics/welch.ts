/** Student's and Welch's tests for means, and Holm's correction for several tests. */
import { mean, sampleVariance } from 'simple-statistics';
import { twoSidedP } from './student-t.ts';

/** An estimated difference and its test. */
export interface TTest {
  /** The difference of the means, and its standard error. */
  estimate: number;
  error: number;
  t: number;
  df: number;
  /** Two-sided, for the difference being zero. */
  p: number;
}

/** Differences that agree to this share of the values are one number, rounded differently: there is no scatter to test with. */
const ROUNDING = 1e-12;

function testOf(estimate: number, error: number, df: number): TTest {
  const t = estimate / error;
  return { estimate, error, t, df, p: twoSidedP(t, df) };
}

/**
 * Student's t-test for paired samples: that of the differences against zero (Student 1908).
 * @param a as many values as `b`, in the same order
 * @returns null when the differences do not vary, or there are fewer than two: then there is no such test
 */
export function pairedT(a: readonly number[], b: readonly number[]): TTest | null {
  const differences = a.map((value, index) => value - b[index]!);
  const n = differences.length;
  if (n < 2) return null;
  const error = Math.sqrt(sampleVariance(differences) / n);
  const largest = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
  return error <= ROUNDING * largest ? null : testOf(mean(differences), error, n - 1);
}

/**
 * Welch's t-test for two samples of unequal variances (Welch 1947; degrees of freedom by Satterthwaite 1946).
 * @returns null when neither sample varies, or one has fewer than two values: then there is no such test
 */
export function welch(a: number[], b: number[]): TTest | null {
  if (a.length < 2 || b.length < 2) return null;
  const errorA = sampleVariance(a) / a.length;
  const errorB = sampleVariance(b) / b.length;
  const error = errorA + errorB;
  if (error === 0) return null;
  const df = error ** 2 / (errorA ** 2 / (a.length - 1) + errorB ** 2 / (b.length - 1));
  return testOf(mean(a) - mean(b), Math.sqrt(error), df);
}

/**
 * Student's t-test for two samples of one variance. One of them may be a single value: its variance is that of the other.
 * @returns null when neither varies, or they have fewer than three values together: then there is no such test
 */
export function pooledT(a: readonly number[], b: readonly number[]): TTest | null {
  const df = a.length + b.length - 2;
  if (a.length === 0 || b.length === 0 || df < 1) return null;
  const squares = [a, b].map((values) => (values.length > 1 ? sampleVariance([...values]) * (values.length - 1) : 0));
  const error = Math.sqrt(((squares[0]! + squares[1]!) / df) * (1 / a.length + 1 / b.length));
  const largest = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
  return error <= ROUNDING * largest ? null : testOf(mean([...a]) - mean([...b]), error, df);
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

/**
 * The level at which Holm's method tests each of several hypotheses, in the order of `p`: alpha / (m - rank) for what is shown,
 * and for all the rest the level at which the first of them failed. An interval at 1 - level leaves zero out exactly where Holm's
 * method shows a difference. Every level is alpha or less, so that each interval by itself covers in 1 - alpha of cases or more,
 * and that any of them leaves zero out wrongly happens in alpha of cases or fewer, all of them taken together.
 */
export function holmLevels(p: number[], alpha: number): number[] {
  const shown = holm(p).filter((corrected) => corrected < alpha).length;
  const order = p.map((_, index) => index).sort((a, b) => p[a]! - p[b]!);
  const levels: number[] = [];
  order.forEach((index, rank) => {
    levels[index] = alpha / (p.length - Math.min(rank, shown));
  });
  return levels;
}
