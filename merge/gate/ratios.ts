/** The ratios of rows to their baselines, figure by figure. */
import type { RankedBy } from '../../protocol/scenario-charts.ts';
import { remarksOnPair } from '../compare/comparable.ts';
import { ALPHA, type Interval, NO_DIFFERENCE, ratioOf } from '../compare/compare.ts';
import { ACROSS_SESSIONS, type Effect, effectBetween, isAcrossSessions, middleOf } from '../compare/effect.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { holmLevels } from '../statistics/welch.ts';
import { type RowPair, rowSays } from './gate-rows.ts';

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

/** The figures that are shown of a pair, besides those that conditions ask for. @param metric what rows are ranked by */
export function usualFigures(metric: string): string[] {
  return [`${metric}.mean`, `${metric}.p99`, 'serverCpu.typical', 'serverMemory.max'];
}

const orNull = (values: number[]): number | null => (values.length === 0 ? null : middleOf(values));

/** @param compare what the scenario compares rows by, and its words for a difference */
export function ratiosOf(pairs: RowPair[], figure: string, compare: RankedBy): Ratio[] {
  const tried = pairs.map((pair) => {
    const [here, there] = [pair.row, pair.baseline].map((row) => rowSays(row, figure));
    const enough = Math.min(here!.runValues.length, there!.runValues.length) >= ENOUGH_RUNS;
    return {
      pair,
      here: here!.runValues,
      there: there!.runValues,
      effect: enough ? effectBetween(here!, there!) : null,
      apart: enough && isAcrossSessions(here!, there!),
    };
  });
  const tested = tried.flatMap(({ effect }) => (effect ? [effect] : []));
  const levels = holmLevels(
    tested.map(({ p }) => p),
    ALPHA,
  );
  return tried.map(({ pair, here, there, effect, apart }): Ratio => {
    const ratio = effect && ratioOf(effect, levels[tested.indexOf(effect)]!);
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
