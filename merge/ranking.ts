/** Which rows an answer is about, and in which order. */
import { notRankedBecause, tooFew } from './comparable.ts';
import type { CompareOptions } from './compare.ts';
import { middleOf } from './effect.ts';
import type { Merge, MergedFlag } from './types.ts';

/**
 * Findings that do not speak against what rows are compared by: they are about CPU, memory and bytes alone, or tell that the row was
 * slow. Stand-ins, limited editions and few runs have reasons of their own.
 */
const HARMLESS = ['few-runs', 'stand-in', 'edition-limits', 'monitor-gaps', 'capture-gaps', 'overtime'];

/** The share of a row's runs from which on a finding speaks against the row. */
export const FLAGGED = 0.5;

/** Whether a finding speaks against what rows are compared by. */
export const speaksAgainst = (code: string): boolean => !HARMLESS.includes(code);

/** What some of a row's runs say against what rows are compared by. */
export const speakingAgainst = ({ flags }: Merge): MergedFlag[] => flags.filter(({ code }) => speaksAgainst(code));

/** What half of a row's runs or more say against themselves; null: nothing. */
export function flaggedFor(merge: Merge): string | null {
  const { runs } = merge;
  const flag = speakingAgainst(merge).find(({ count }) => count >= FLAGGED * runs);
  return flag ? `flagged ${flag.code} in ${flag.count} of ${runs} runs` : null;
}

export interface LeftOut {
  merge: Merge;
  reason: string;
}

export interface Ranking {
  /** Best first. */
  ranked: Merge[];
  /** What is no part of the answer, and why. */
  leftOut: LeftOut[];
}

type By = Pick<CompareOptions, 'metric' | 'better' | 'rankStandIns'>;

/** What a row is ranked by; null where no run says anything. */
export function rankFigure({ metrics }: Merge, metric: string): number | null {
  const values = metrics[metric]?.runValues ?? [];
  return values.length === 0 ? null : middleOf(values);
}

/**
 * Orders `merges` by the middle of their runs. Left out is what stands in for a framework or is limited, what its runs say that it
 * should not be believed (both unless asked), and what has too few runs.
 */
export function rankingOf(merges: Merge[], { metric, better, rankStandIns = false }: By): Ranking {
  const reasonOf = (merge: Merge): string | null =>
    (rankStandIns ? null : (notRankedBecause(merge) ?? flaggedFor(merge))) ?? tooFew(merge, metric, 'it');
  const judged = merges.map((merge) => ({ merge, reason: reasonOf(merge) }));
  const figure = (merge: Merge) => rankFigure(merge, metric) ?? 0;
  return {
    ranked: judged
      .flatMap(({ merge, reason }) => (reason === null ? [merge] : []))
      .sort((a, b) => (better === 'less' ? figure(a) - figure(b) : figure(b) - figure(a))),
    leftOut: judged.flatMap(({ merge, reason }) => (reason === null ? [] : [{ merge, reason }])),
  };
}
