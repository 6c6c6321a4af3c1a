/** Intervals of shares. Pure. */

/** P(X <= count) for a binomial X of n tries. */
function atMost(count: number, n: number, share: number): number {
  let [term, total] = [(1 - share) ** n, 0];
  for (let k = 0; k <= count; k++) {
    total += term;
    term *= ((n - k) / (k + 1)) * (share / (1 - share));
  }
  return total;
}

/** The share up to which `holds` holds, by halving. */
function endOf(holds: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The exact 95 % interval of a share (Clopper and Pearson, Biometrika 26, 1934): it covers in 95 of 100 cases or more. */
export function shareInterval(count: number, n: number): [low: number, high: number] {
  const low = count === 0 ? 0 : endOf((share) => 1 - atMost(count - 1, n, share) < 0.025);
  const high = count === n ? 1 : endOf((share) => atMost(count, n, share) > 0.025);
  return [low, high];
}

/** `0.123` as `12.3 %`. */
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** `1 of 55 = 1.8 % (0.0 % to 9.7 %)`, with the interval of {@link shareInterval}. */
export function shareText(count: number, n: number): string {
  if (n === 0) return 'none to tell';
  const [low, high] = shareInterval(count, n);
  return `${count} of ${n} = ${percent(count / n)} (${percent(low)} to ${percent(high)})`;
}
