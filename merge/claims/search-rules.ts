/** The rules on breaking points. The caller hands in a search's result, which follows from its plan. */
import type { Interval } from '../compare/compare.ts';
import { boundsText, crossing, digits, within } from './bounds.ts';
import { cannot } from './evidence.ts';
import type { Breaking, Evidence, Rule } from './types.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

/** The breaking point of a row with its interval; the reason where there is none. */
function pointOf(row: string, breakings: readonly Breaking[]): { found: Breaking; interval: Interval } | string {
  const found = breakings.find((breaking) => breaking.row === row);
  if (found === undefined) return `no search was made for ${row}`;
  const { point, low, high } = found;
  if (point === null) return `the search for ${row} found no point at which it breaks`;
  if (low === null || high === null) return `the search for ${row} made too few runs for an interval (${found.runs})`;
  return { found, interval: { value: point, low, high } };
}

export function breaksRule({ row, why, ...bounds }: Of<'breaks'>, breakings: readonly Breaking[]): Evidence[] {
  const point = pointOf(row, breakings);
  if (typeof point === 'string') return [cannot(point, boundsText(bounds, ''), why)];
  const { found, interval } = point;
  const verdict = within(interval, bounds);
  const reason = verdict === 'cannot be tested here' ? crossing(interval, bounds, found.runs) : null;
  const wanted = boundsText(bounds, found.grew);
  return [
    {
      ...cannot('', wanted, why),
      verdict,
      what: `where ${row} breaks`,
      ...interval,
      unit: found.grew,
      wanted,
      why,
      runs: found.runs,
      reason,
      remarks: [],
    },
  ];
}

/** Two searches have no rounds in common: one breaks first where their intervals do not meet. */
export function breaksFirstRule({ first, later }: Of<'breaks-first'>, breakings: readonly Breaking[]): Evidence[] {
  const wanted = `${first} breaks at a smaller load than ${later}`;
  const [a, b] = [pointOf(first, breakings), pointOf(later, breakings)];
  if (typeof a === 'string') return [cannot(a, wanted)];
  if (typeof b === 'string') return [cannot(b, wanted)];
  const earlier = a.interval.high < b.interval.low;
  const after = a.interval.low > b.interval.high;
  const other = `${later} breaks at ${digits(b.interval.value)} (${digits(b.interval.low)} to ${digits(b.interval.high)})`;
  return [
    {
      ...cannot('', wanted),
      verdict: earlier ? 'holds' : after ? 'does not hold' : 'cannot be tested here',
      what: `where ${first} breaks`,
      ...a.interval,
      unit: a.found.grew,
      wanted,
      why: null,
      runs: a.found.runs + b.found.runs,
      reason: earlier || after ? other : `cannot tell with so few runs: the intervals overlap; ${other}`,
      remarks: [],
    },
  ];
}
