/** The test that an interval lies within bounds: the one place where a number becomes a verdict. */
import { digitsOrCount as digits } from '../../metrics/numbers.ts';
import type { Interval } from '../compare/compare.ts';
import type { Bounds, ClaimVerdict } from './types.ts';

/**
 * `holds` where all of the interval is within the bounds, `does not hold` where none of it is. An interval across a bound cannot be told
 * with so few runs.
 */
export function within({ low, high }: Interval, { least = -Infinity, most = Infinity }: Bounds): ClaimVerdict {
  if (low >= least && high <= most) return 'holds';
  return high < least || low > most ? 'does not hold' : 'cannot be tested here';
}

/** `holds` where all of the interval is above `limit`, `does not hold` where none of it is. */
export function isAbove({ low, high }: Interval, limit: number): ClaimVerdict {
  if (low > limit) return 'holds';
  return high <= limit ? 'does not hold' : 'cannot be tested here';
}

/** `at least 1.05 and at most 1.6 times`. */
export function boundsText({ least, most }: Bounds, unit: string): string {
  const sides = [
    ...(least === undefined ? [] : [`at least ${digits(least)}`]),
    ...(most === undefined ? [] : [`at most ${digits(most)}`]),
  ];
  return `${sides.join(' and ')} ${unit}`.trim();
}

/** Explains why an interval that crosses a bound shows nothing. */
export function crossing({ low, high }: Interval, { least, most }: Bounds, runs: number): string {
  const crossed = [least, most].filter((bound) => bound !== undefined && low < bound && high > bound) as number[];
  const bounds = (crossed.length > 0 ? crossed : [least ?? most ?? 0]).map(digits).join(' and ');
  return `too few rounds (${runs}): the interval ${digits(low)} to ${digits(high)} reaches across ${bounds}`;
}
