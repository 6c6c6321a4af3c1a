/** The ratios of rows to their baselines, figure by figure. */
import type { RankedBy } from '../../protocol/scenario-charts.ts';
import { remarksOnPair, sameLoad } from '../compare/comparable.ts';
import { type Interval, NO_DIFFERENCE, ratioOf } from '../compare/compare.ts';
import { ACROSS_SESSIONS, type Effect, isAcrossSessions, middleOf } from '../compare/effect.ts';
import { testFamily } from '../compare/family.ts';
import type { ComparedBy } from '../compare/ranked.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { type Row, type RowPair, rowSays } from './gate-rows.ts';

/** One figure of a row, against that of its baseline. */
export interface Ratio extends RowPair {
  /** Path of the figure. */
  figure: string;
  /** The middles of their runs, in the metric's unit; null where no run has the figure. */
  here: number | null;
  there: number | null;
  /** The ratio of the row's figure to the baseline's; null if nothing was tested, or a run has 0 or less. */
  ratio: Interval | null;
  /** `faster`, `higher` ..., or {@link NO_DIFFERENCE}; null where nothing was tested. */
  word: string | null;
  /** By rounds, runs or sessions, and how many of each; null where nothing was tested. */
  by: Pick<Effect, 'by' | 'runs'> | null;
  /** Reservations: too few runs, other machines. */
  remarks: string[];
}

/** The figures that are shown of a pair, besides those that conditions ask for. @param by what rows are ranked by */
export function usualFigures({ metric, figure }: ComparedBy): string[] {
  return [`${metric}.${figure ?? 'mean'}`, `${metric}.p99`, 'serverCpu.typical', 'serverMemory.max'];
}

/** The other pairs of the same load, if all rows are of one session: its answer is corrected for them too. */
function furtherPairs(pairs: RowPair[]): RowPair[] {
  const rows = [...new Set(pairs.flatMap(({ row, baseline }) => [row, baseline]))];
  if (new Set(rows.flatMap(({ merge }) => merge.sessions)).size !== 1) return [];
  const isAsked = (a: Row, b: Row): boolean =>
    pairs.some(({ row, baseline }) => (row === a && baseline === b) || (row === b && baseline === a));
  return rows.flatMap((baseline, index) =>
    rows
      .slice(index + 1)
      .filter((row) => sameLoad(row.merge, baseline.merge) && !isAsked(row, baseline))
      .map((row) => ({ row, baseline })),
  );
}

const orNull = (values: number[]): number | null => (values.length === 0 ? null : middleOf(values));

/** @param compare the scenario's metric for comparisons, and its words for a difference */
export function ratiosOf(pairs: RowPair[], figure: string, compare: RankedBy): Ratio[] {
  const rows = [...new Set(pairs.flatMap(({ row, baseline }) => [row, baseline]))];
  const says = new Map(rows.map((row) => [row, rowSays(row, figure)]));
  const saysOf = ({ row, baseline }: RowPair) => ({ row: says.get(row)!, baseline: says.get(baseline)! });
  const enough = ({ row, baseline }: ReturnType<typeof saysOf>): boolean =>
    Math.min(row.runValues.length, baseline.runValues.length) >= ENOUGH_RUNS;
  const family = [...pairs, ...furtherPairs(pairs)].map(saysOf).map((pair) => (enough(pair) ? pair : null));
  const { tested } = testFamily(family);
  return pairs.map((pair, index): Ratio => {
    const own = saysOf(pair);
    const [here, there] = [own.row.runValues, own.baseline.runValues];
    const { effect, level } = tested[index]!;
    const ratio = effect && ratioOf(effect, level!);
    const apart = enough(own) && isAcrossSessions(own.row, own.baseline);
    const few = Math.min(here.length, there.length);
    const why =
      effect === null && few > 0 && few < ENOUGH_RUNS ? [`a test needs ${ENOUGH_RUNS} runs or more of each`] : [];
    return {
      ...pair,
      figure,
      here: orNull(here),
      there: orNull(there),
      ratio,
      word: ratio && wordOf(ratio, figure.split('.')[0] === compare.metric ? compare : null),
      by: effect && { by: effect.by, runs: effect.runs },
      remarks: [...why, ...(apart ? [ACROSS_SESSIONS] : []), ...remarksOnPair(pair.baseline.merge, pair.row.merge)],
    };
  });
}

/** @param compare null: it is unknown whether more of this figure is better */
function wordOf({ low, high }: Interval, compare: RankedBy | null): string {
  if (low <= 1 && high >= 1) return NO_DIFFERENCE;
  const more = low > 1;
  if (compare === null) return more ? 'higher' : 'lower';
  return compare.words[more === (compare.better === 'more') ? 'better' : 'worse'];
}
