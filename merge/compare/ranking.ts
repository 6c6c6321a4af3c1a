/** Ranks rows for an answer. */

import { flagWords } from '../text/flags.ts';
import type { Merge, MergedFlag } from '../types.ts';
import { hitsAllAlike, notRankedBecause, type RankedRow, tooFew } from './comparable.ts';
import type { CompareOptions } from './compare.ts';
import { middleOf, runsSay } from './effect.ts';
import { type ComparedBy, comparedPath } from './ranked.ts';

/**
 * Flags that do not matter for the ranking: they concern CPU, memory and bytes alone, or report that the row was slow.
 * Substitutes, limited editions and few runs have reasons of their own.
 */
const HARMLESS = ['few-runs', 'substitute', 'edition-limits', 'monitor-gaps', 'capture-gaps', 'overtime'];

/** A row with a flag in this share of its runs is not ranked. */
export const FLAGGED = 0.5;

/** Tells whether a flag matters for the ranking. */
export const speaksAgainst = (code: string): boolean => !HARMLESS.includes(code);

/** The row's flags that matter for the ranking. */
export const speakingAgainst = (merge: RankedRow): MergedFlag[] =>
  merge.flags.filter(({ code }) => speaksAgainst(code) && !hitsAllAlike(code, merge));

/** The flag in at least half of a row's runs; null: none. */
export function flaggedFor(merge: RankedRow): string | null {
  const { runs } = merge;
  const flag = speakingAgainst(merge).find(({ count }) => count >= FLAGGED * runs);
  return flag ? `${flagWords(flag.code)} in ${flag.count} of ${runs} runs` : null;
}

export interface SkippedRow {
  merge: Merge;
  reason: string;
}

export interface Ranking {
  /** Best first. */
  ranked: Merge[];
  /** Rows that are not ranked, and why. */
  skipped: SkippedRow[];
}

type By = Pick<CompareOptions, 'metric' | 'figure' | 'better' | 'rankSubstitutes'>;

/** The figure that ranks a row; null when no run has it. */
export function rankFigure(merge: Merge, by: ComparedBy): number | null {
  const { runValues: values } = runsSay(merge, comparedPath(by));
  return values.length === 0 ? null : middleOf(values);
}

/**
 * Orders `merges` by the middle of their runs. Rows with too few runs are not ranked; neither are substitutes, limited editions and
 * flagged rows, unless asked.
 */
export function rankingOf(merges: Merge[], by: By): Ranking {
  const { better, rankSubstitutes = false } = by;
  const reasonOf = (merge: Merge): string | null =>
    (rankSubstitutes ? null : (notRankedBecause(merge) ?? flaggedFor(merge))) ?? tooFew(merge, comparedPath(by), 'it');
  const judged = merges.map((merge) => ({ merge, reason: reasonOf(merge) }));
  const figure = (merge: Merge) => rankFigure(merge, by) ?? 0;
  return {
    ranked: judged
      .flatMap(({ merge, reason }) => (reason === null ? [merge] : []))
      .sort((a, b) => (better === 'less' ? figure(a) - figure(b) : figure(b) - figure(a))),
    skipped: judged.flatMap(({ merge, reason }) => (reason === null ? [] : [{ merge, reason }])),
  };
}
