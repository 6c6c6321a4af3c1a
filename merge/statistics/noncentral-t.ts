/**
 * The power of a t-test: the noncentral t distribution. Source: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions, volume
 * 2 (1995), chapter 31; Owen, A survey of properties and applications of the noncentral t-distribution, Technometrics 10 (1968), 445.
 */
import { errorFunction, gammaln } from 'simple-statistics';

/** Standard normal, to within 1e-7. */
const normalCdf = (z: number): number => (1 + errorFunction(z / Math.SQRT2)) / 2;

/** The range of the sum on either side of the true scatter, in standard deviations of the estimated one. The rest is negligible. */
const REACH = 10;

/**
 * In which share of tries |T| > `critical`, where T = (Z + shift) / S, with Z standard normal and S the square root of a chi-square with `df`
 * degrees of freedom divided by `df`. Given S, that has the probability of a normal variable; what S is, is integrated out:
 *
 *     integral over s > 0 of (1 - Phi(critical s - shift) + Phi(-critical s - shift)) f(s) ds
 *     f(s) = 2 (df / 2)^(df / 2) / Gamma(df / 2) * s^(df - 1) * exp(-df s^2 / 2)
 *
 * by Simpson's rule.
 * @param df 2 or more; `critical` above 0; `shift` the true difference in standard errors
 * @returns 0..1, to within 1e-5
 */
export function powerOfT(critical: number, df: number, shift: number): number {
  const width = 1 / Math.sqrt(2 * df);
  const [from, to] = [Math.max(0, 1 - REACH * width), 1 + REACH * width];
  // Neither the density nor the edge of what is shown, 1 / critical wide, may fall between two steps.
  const steps = 2 * Math.ceil((to - from) / Math.min(width / 5, 0.4 / critical));
  const step = (to - from) / steps;
  const factor = Math.LN2 + (df / 2) * Math.log(df / 2) - gammaln(df / 2);
  let sum = 0;
  for (let index = 0; index <= steps; index++) {
    const s = from + index * step;
    if (s === 0) continue;
    const density = Math.exp(factor + (df - 1) * Math.log(s) - (df * s * s) / 2);
    const shown = normalCdf(shift - critical * s) + normalCdf(-critical * s - shift);
    sum += density * shown * (index === 0 || index === steps ? 1 : index % 2 === 1 ? 4 : 2);
  }
  return Math.min(1, (sum * step) / 3);
}

/** The shift that is shown in `power` of tries: {@link powerOfT} solved by bisection. `power` is above the share that is shown of no shift. */
export function shiftShown(critical: number, df: number, power: number): number {
  let [low, high] = [0, 1];
  while (powerOfT(critical, df, high) < power) high *= 2;
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2;
    if (powerOfT(critical, df, middle) < power) low = middle;
    else high = middle;
  }
  return high;
}
