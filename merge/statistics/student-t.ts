/**
 * Student's t distribution, by way of the regularized incomplete beta function.
 * Sources: NIST Digital Library of Mathematical Functions, 8.17.22 (continued fraction) and 8.17.4 (symmetry);
 * Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.1 (t from beta).
 */
import { gammaln } from 'simple-statistics';

const TINY = 1e-300;
const PRECISION = 1e-15;
const MAX_STEPS = 10_000;

/** The continued fraction of DLMF 8.17.22, evaluated by the modified Lentz method. */
function betaFraction(x: number, a: number, b: number): number {
  const notZero = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MAX_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / notZero(1 + even * d);
    c = notZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / notZero(1 + odd * d);
    c = notZero(1 + odd / c);
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < PRECISION) break;
  }
  return fraction;
}

/** Regularized incomplete beta function I_x(a, b), for 0 <= x <= 1 and a, b > 0. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast only left of the mean; right of it the mirrored one does (DLMF 8.17.4).
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(gammaln(a + b) - gammaln(a) - gammaln(b) + a * Math.log(x) + b * Math.log1p(-x));
  return (front * betaFraction(x, a, b)) / a;
}

/** P(|T| >= |t|) for `df` > 0 degrees of freedom (need not be whole): the two-sided p value. */
export function twoSidedP(t: number, df: number): number {
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/** P(T <= t) for `df` > 0 degrees of freedom. */
export function studentCdf(t: number, df: number): number {
  const tail = twoSidedP(t, df) / 2;
  return t < 0 ? tail : 1 - tail;
}

const quantiles = new Map<string, number>();

/** The t with P(T <= t) = `p`, for 0 < p < 1 and df > 0. Found by bisection and remembered. */
export function studentQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentQuantile(1 - p, df);
  const key = `${p}/${df}`;
  const known = quantiles.get(key);
  if (known !== undefined) return known;
  let low = 0;
  let high = 1;
  while (studentCdf(high, df) < p) high *= 2;
  for (let step = 0; step < 100 && high - low > PRECISION * high; step++) {
    const middle = (low + high) / 2;
    if (studentCdf(middle, df) < p) low = middle;
    else high = middle;
  }
  // Only whole degrees of freedom come again and again; others would fill the memory.
  if (Number.isInteger(df)) quantiles.set(key, high);
  return high;
}
