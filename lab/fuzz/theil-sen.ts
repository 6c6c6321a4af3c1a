/** The slope of a line through points that a few of them cannot bend. Pure. */
import { median } from 'simple-statistics';

export interface RobustSlope {
  /** Growth of y per unit of x. */
  slope: number;
  /** The lower end of its two-sided 95 % interval. */
  low: number;
}

/** The 0.975 quantile of the normal distribution. */
const Z = 1.96;

/**
 * The median of the slopes between all pairs of points (Theil 1950), and the lower end of Sen's interval for it (P. K. Sen, Estimates of
 * the regression coefficient based on Kendall's tau, JASA 63, 1968): of the N ordered slopes the one at (N - C) / 2, where
 * C = z * sqrt(n (n - 1) (2 n + 5) / 18).
 * @param points with different x
 * @returns null for fewer than four points
 */
export function theilSen(points: readonly { x: number; y: number }[]): RobustSlope | null {
  const n = points.length;
  if (n < 4) return null;
  const slopes = points
    .flatMap((a, i) => points.slice(i + 1).map((b) => (b.y - a.y) / (b.x - a.x)))
    .sort((a, b) => a - b);
  const c = Z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18);
  // Counted from 1, as the formula does.
  const lowest = Math.max(1, Math.floor((slopes.length - c) / 2));
  return { slope: median(slopes), low: slopes[lowest - 1]! };
}
