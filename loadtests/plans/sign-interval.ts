/**
 * An interval for the point at which half of all runs break. Pure.
 *
 * It is the sign test's (W. J. Dixon and A. M. Mood, The statistical sign test, Journal of the American Statistical Association
 * 41, 1946): were the point at or below a value L, every run at L or above would break at least as often as a coin falls
 * on heads. So L can be ruled out as too low when, of the runs from L up to the estimate, so few broke that a coin would give as few
 * in at most 2.5 % of cases; and a value U as too high likewise from above. It needs no model of how breaking grows, only
 * that runs are independent and that more load does not break less often. Six of six runs are needed on a side (1 in 64).
 * The search chooses its values by what it saw, which the test does not know of; how often the interval then covers is looked at
 * in this folder's tests, on made-up systems.
 */

export interface Probe {
  value: number;
  broke: boolean;
  /** It broke since the load could not be given, which says nothing of the system. */
  notGiven?: boolean;
}

const ONE_SIDE = 0.025;

/** Chance that a fair coin falls on heads at most `most` times in `n`. */
export function atMostHeads(most: number, n: number): number {
  let term = 0.5 ** n;
  let sum = 0;
  for (let heads = 0; heads <= Math.min(most, n); heads += 1) {
    sum += term;
    term *= (n - heads) / (heads + 1);
  }
  return sum;
}

/** Walks from `estimate` outwards and gives the first value at which the runs passed rule out a fair coin; null: none. */
function ruledOut(probes: readonly Probe[], against: (probe: Probe) => boolean): number | null {
  let n = 0;
  let odd = 0;
  for (let at = 0; at < probes.length; at += 1) {
    const probe = probes[at]!;
    n += 1;
    if (against(probe)) odd += 1;
    const last = probes[at + 1]?.value !== probe.value;
    if (last && atMostHeads(odd, n) <= ONE_SIDE) return probe.value;
  }
  return null;
}

/**
 * @param probes all runs; `estimate` lies between values, or is one
 * @returns a two-sided 95 % interval; null on a side where the runs are too few, or disagree too much, to say
 */
export function signInterval(probes: readonly Probe[], estimate: number): { low: number | null; high: number | null } {
  const below = probes.filter(({ value }) => value < estimate).sort((a, b) => b.value - a.value);
  const above = probes.filter(({ value }) => value > estimate).sort((a, b) => a.value - b.value);
  return { low: ruledOut(below, ({ broke }) => broke), high: ruledOut(above, ({ broke }) => !broke) };
}
