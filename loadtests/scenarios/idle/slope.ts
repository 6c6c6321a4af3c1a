/** A straight line through points, and how sure its slope is. Pure. */
import { studentQuantile } from '../../../merge/statistics/student-t.ts';

export interface Slope {
  /** Growth of y per unit of x. */
  slope: number;
  /** y where x is 0. */
  intercept: number;
  /** Two-sided 95 % interval of the slope; null for fewer than three points. */
  low: number | null;
  high: number | null;
  points: number;
}

/**
 * Ordinary least squares of y on x, and the slope's interval: slope ± t(0.975, n - 2) * sqrt(SSR / (n - 2) / Sxx)
 * (Draper and Smith, Applied Regression Analysis, section 1.4).
 * @returns null when all points have the same x, or there are fewer than two
 */
export function leastSquares(points: readonly { x: number; y: number }[]): Slope | null {
  const n = points.length;
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / n;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / n;
  const sxx = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
  if (n < 2 || sxx === 0) return null;
  const slope = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / sxx;
  const intercept = meanY - slope * meanX;
  if (n < 3) return { slope, intercept, low: null, high: null, points: n };
  const residuals = points.reduce((sum, { x, y }) => sum + (y - intercept - slope * x) ** 2, 0);
  const half = studentQuantile(0.975, n - 2) * Math.sqrt(residuals / (n - 2) / sxx);
  return { slope, intercept, low: slope - half, high: slope + half, points: n };
}
