/** The number of values that a percentile needs: with fewer, it is their maximum. */

/** The parts of all values above each percentile. */
const BEYOND = { p90: 0.1, p99: 0.01, p999: 0.001 } as const;

export type RarePercentile = keyof typeof BEYOND;

export const RARE_PERCENTILES = Object.keys(BEYOND) as RarePercentile[];

/** Returns the fewest values of which one lies beyond the percentile `name`; 1 for any other figure. */
export const valuesNeeded = (name: string): number =>
  Object.hasOwn(BEYOND, name) ? Math.round(1 / BEYOND[name as RarePercentile]) : 1;

/** Returns the reason why `count` values have no such percentile; null where they have it. */
export const tooFewFor = (name: string, count: number): string | null =>
  count >= valuesNeeded(name) ? null : `it needs ${valuesNeeded(name).toLocaleString('en')} values, there are ${count}`;
