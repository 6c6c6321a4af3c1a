/**
 * Student's t-test that may be looked at after every round: the error stays what it is, however often somebody looks and whenever they stop.
 *
 * The e-value of n differences with Student's t is the Bayes factor of a standardized difference delta ~ N(0, g) against delta = 0, with the
 * right Haar prior on the unknown variance (Gönen et al., The American Statistician 59, 2005):
 *
 *     log E = -log(1 + n g) / 2 + (df + 1) / 2 * [log(1 + t^2 / df) - log(1 + t^2 / (df (1 + n g)))]
 *
 * It is a likelihood ratio of what the t statistics are made of, so that P(E >= 1 / alpha in any round) <= alpha (Ville's inequality; Lai, On
 * confidence sequences, Annals of Statistics 4, 1976; Hendriksen, de Heide and Grünwald, Optional stopping with Bayes factors, Bayesian
 * Analysis 16, 2021; Howard et al., Time-uniform, nonparametric, nonasymptotic confidence sequences, Annals of Statistics 49, 2021). The
 * differences that an e-value below 1 / alpha does not exclude are an interval, one of a confidence sequence.
 */

/**
 * g: variance of the standardized differences that are looked for. A difference of 10 % is sought, and the logarithm of a round's ratio scatters
 * by some 3 %: (log 1.1 / 0.03)^2. A larger g needs fewer rounds for large differences and more for small ones, and is valid for both.
 */
const PRIOR_VARIANCE = 10;

/**
 * Logarithm of the e-value against no difference.
 * @param t Student's t of `n` >= 2 differences
 * @param df of the variance that it was made with; n - 1 where that is of these differences alone
 */
export function logEvidence(t: number, n: number, df = n - 1): number {
  const spread = 1 + n * PRIOR_VARIANCE;
  return -Math.log(spread) / 2 + ((df + 1) / 2) * (Math.log1p(t ** 2 / df) - Math.log1p(t ** 2 / (df * spread)));
}

/** A p value that is valid in every round: 1 / E, and 1 at most. */
export const sequentialP = (t: number, n: number, df = n - 1): number => Math.min(1, Math.exp(-logEvidence(t, n, df)));

/**
 * The |t| at which {@link sequentialP} of `n` differences is `level`: half the width of the confidence sequence's interval in standard
 * errors. Infinite while n is too small for any difference to be shown.
 */
export function sequentialQuantile(level: number, n: number, df = n - 1): number {
  const spread = 1 + n * PRIOR_VARIANCE;
  const needed = (Math.sqrt(spread) / level) ** (2 / (df + 1));
  if (needed >= spread) return Number.POSITIVE_INFINITY;
  return Math.sqrt((df * (needed - 1)) / (1 - needed / spread));
}
