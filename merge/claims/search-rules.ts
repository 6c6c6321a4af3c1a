/** The rules on breaking points. The caller hands in a search's result, which follows from its plan. */

import { digitsOrCount as digits } from '../../metrics/numbers.ts';
import type { Interval } from '../compare/compare.ts';
import { boundsText, crossing, within } from './bounds.ts';
import { cannot, compared } from './evidence.ts';
import { isMissing } from './quantity.ts';
import { notRun } from './study-rows.ts';
import type { Breaking, Evidence, Missing, Rule } from './types.ts';

type Of<K extends Rule['kind']> = Extract<Rule, { kind: K }>;

/** A search with the interval of its point, which has no end where nothing broke. */
interface Found {
  search: Breaking;
  interval: Interval;
}

/** The reason where a search says nothing of a point. */
function searchOf(row: string, breakings: readonly Breaking[]): Found | Missing {
  const search = breakings.find((breaking) => breaking.row === row);
  if (search === undefined) return notRun(`no search was made for ${row}`);
  if (!search.over) return notRun(`the search for ${row} is not over`);
  const { point, low, high, runs } = search;
  if (point === null) {
    if (low === null) return { missing: `${row} ${search.says}`, open: 'impossible here' };
    return { search, interval: { value: low, low, high: Number.POSITIVE_INFINITY } };
  }
  if (low === null || high === null) {
    return { missing: `the search for ${row} made too few runs for an interval (${runs})`, open: 'too noisy' };
  }
  return { search, interval: { value: point, low, high } };
}

/** No number where nothing broke: the end of what was tried is no breaking point. */
const figureOf = ({ search, interval }: Found): Partial<Evidence> => ({
  what: `where ${search.row} breaks`,
  unit: search.grew,
  ...(search.point === null ? {} : interval),
});

export function breaksRule({ row, why, ...bounds }: Of<'breaks'>, breakings: readonly Breaking[]): Evidence[] {
  const found = searchOf(row, breakings);
  if (isMissing(found)) return [cannot(found, boundsText(bounds, ''), why)];
  const { search, interval } = found;
  const wanted = boundsText(bounds, search.grew);
  const verdict = within(interval, bounds);
  const said = `${row} ${search.says}`;
  if (verdict === 'cannot be tested here' && search.point === null) {
    return [{ ...cannot({ missing: said, open: 'impossible here' }, wanted, why), runs: search.runs }];
  }
  const crossed = verdict === 'cannot be tested here' ? crossing(interval, bounds, search.runs) : null;
  const reason = search.point === null ? said : crossed;
  return [compared({ verdict, ...figureOf(found), wanted, why, runs: search.runs, reason })];
}

/** Two searches have no rounds in common: one breaks first where their intervals do not meet. */
export function breaksFirstRule({ first, later }: Of<'breaks-first'>, breakings: readonly Breaking[]): Evidence[] {
  const wanted = `${first} breaks at a smaller load than ${later}`;
  const [a, b] = [searchOf(first, breakings), searchOf(later, breakings)];
  if (isMissing(a)) return [cannot(a, wanted)];
  if (isMissing(b)) return [cannot(b, wanted)];
  const earlier = a.interval.high < b.interval.low;
  const after = a.interval.low > b.interval.high;
  const runs = a.search.runs + b.search.runs;
  const endless = [a, b].filter(({ search }) => search.point === null);
  const said = endless.map(({ search }) => `${search.row} ${search.says}`).join('; ');
  if (!earlier && !after && endless.length > 0) {
    return [{ ...cannot({ missing: said, open: 'impossible here' }, wanted), runs }];
  }
  const { value, low, high } = b.interval;
  const other =
    b.search.point === null ? said : `${later} breaks at ${digits(value)} (${digits(low)} to ${digits(high)})`;
  return [
    compared({
      verdict: earlier ? 'holds' : after ? 'does not hold' : 'cannot be tested here',
      ...figureOf(a),
      wanted,
      runs,
      reason: earlier || after ? other : `cannot tell with so few runs: the intervals overlap; ${other}`,
    }),
  ];
}
