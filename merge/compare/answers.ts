/** Answers: the best row and its lead, pairs without a shown difference, and how many runs would show one. */

import { ALPHA } from '../statistics/error-spending.ts';
import { runsToShow } from '../statistics/sample-size.ts';
import type { Merge } from '../types.ts';
import { sameLoad } from './comparable.ts';
import { type CompareOptions, type Comparison, comparePairs, type Interval, type Pair, pairsAmong } from './compare.ts';
import { ACROSS_SESSIONS } from './effect.ts';
import { rankedFor } from './ranked.ts';
import { rankingOf, type SkippedRow } from './ranking.ts';
import { type Noise, sameAgainstSame } from './same-against-same.ts';

/** A difference that is worth showing by default. */
export const DEFAULT_DETECT_PERCENT = 10;

export interface Question extends CompareOptions {
  /** The size of a difference worth showing, in % of the smaller figure; above 0. */
  detectPercent: number;
}

/** Two rows between which no difference is shown. */
export interface Undecided extends Pair {
  /** The ratio of the row's figure to the baseline's; null if a run has 0 or less. */
  ratio: Interval | null;
  /**
   * The compared units, and the smallest number of each. `apart` is true if nothing was compared because each was measured in another
   * session.
   */
  unit: 'runs' | 'sessions';
  runs: number;
  apart: boolean;
  /** The number needed to show a difference of the requested size; null: more than is practical, or unknown. */
  needed: number | null;
}

/** The answer for one load. */
export interface Answer {
  /** Its metric is the one that these rows are compared by. */
  question: Question;
  /**
   * The row of the platform alone, which is no competitor: the others are compared with it too. Null: none was measured, or more than one, or
   * nothing else.
   */
  reference: Merge | null;
  /** Rows that the answer is about, best first, and those that it is not about. */
  ranked: Merge[];
  skipped: SkippedRow[];
  /** Each of the ranked rows against the reference, in their order; empty where there is none. */
  overReference: Comparison[];
  /** Each of the ranked rows but the best against the best, in their order. */
  againstBest: Comparison[];
  /** Pairs of ranked rows, those with the best row first. */
  undecided: Undecided[];
  /** The noise of the machine under this load, from A/A tests. */
  noise: Noise[];
}

/** All rows of an answer: the platform alone, ranked ones, best first, and those that are not ranked. */
export const rowsOf = ({ reference, ranked, skipped }: Answer): Merge[] => [
  ...(reference === null ? [] : [reference]),
  ...ranked,
  ...skipped.map(({ merge }) => merge),
];

/** Groups of merges of the same load, in the order they come in. */
export function byLoad(merges: Merge[]): Merge[][] {
  const groups: Merge[][] = [];
  for (const merge of merges) {
    const group = groups.find(([first]) => sameLoad(first!, merge));
    if (group) group.push(merge);
    else groups.push([merge]);
  }
  return groups;
}

/**
 * An answer for each load that several of `merges` were made under; where there are only halves of frameworks that were measured
 * against themselves, one that is about nothing but the noise.
 */
export function answersOf(merges: Merge[], question: Question): Answer[] {
  const noise = sameAgainstSame(merges, question);
  const answers = byLoad(merges.filter(({ combination }) => combination.arm === undefined))
    .filter((group) => group.length > 1)
    .map((group) => ({
      ...answerOf(group, rankedFor(question, group)),
      noise: noise.filter(({ row }) => holdsFor(row, group)),
    }));
  if (answers.length > 0 || noise.length === 0) return answers;
  return [{ ...NO_ANSWER, question, noise }];
}

/** The parts of an answer that is about no rows. */
export const NO_ANSWER: Omit<Answer, 'question'> = {
  ...{ reference: null, ranked: [], skipped: [], overReference: [], againstBest: [], undecided: [], noise: [] },
};

/** The one row of the platform alone among `ranked`, where others are ranked with it. */
function referenceAmong(ranked: readonly Merge[]): Merge | null {
  const references = ranked.filter(({ reference }) => reference);
  return references.length === 1 && ranked.length > 1 ? references[0]! : null;
}

/** Noise is of a machine and of a load: how far echoes of 20 clients scatter says nothing of a broadcast to 500. */
const holdsFor = (arm: Merge, group: Merge[]): boolean =>
  group.some((row) => sameLoad(arm, row) && row.machines.some((machine) => arm.machines.includes(machine)));

/**
 * The answer of rows of one load. The best row is picked for its figures, so that what is said of it is corrected for all pairs that
 * are compared, flagged rows among them.
 */
function answerOf(group: Merge[], question: Question): Omit<Answer, 'noise'> {
  const { ranked: all, skipped } = rankingOf(group, question);
  const reference = referenceAmong(all);
  const ranked = all.filter((row) => row !== reference);
  // The reference comes first, so that ratios are of others to it.
  const rows = [...(reference === null ? [] : [reference]), ...ranked, ...skipped.map(({ merge }) => merge)];
  const pairs = pairsAmong(rows);
  const compared = comparePairs(pairs, question).map((comparison, index) => ({ ...pairs[index]!, comparison }));
  const isRanked = ({ row, baseline }: Pair) => ranked.includes(row) && ranked.includes(baseline);
  const own = compared.filter(isRanked);
  return {
    ...{ question, reference, ranked, skipped },
    overReference: compared
      .filter(({ row, baseline }) => baseline === reference && ranked.includes(row))
      .map(({ comparison }) => comparison),
    againstBest: own.filter(({ baseline }) => baseline === ranked[0]).map(({ comparison }) => comparison),
    undecided: own
      .filter(({ comparison }) => comparison.verdict === 'none')
      .map(({ row, baseline, comparison }) => ({ row, baseline, ...undecided(comparison, question) })),
  };
}

function undecided(
  { effect, ratio, level, reason }: Comparison,
  { detectPercent }: Question,
): Omit<Undecided, keyof Pair> {
  return {
    ratio,
    unit: effect?.by === 'sessions' ? 'sessions' : 'runs',
    apart: reason === ACROSS_SESSIONS,
    runs: effect === null ? 0 : Math.min(...effect.runs),
    needed:
      effect === null || effect.by === 'sessions' ? null : runsToShow(effect, 1 + detectPercent / 100, level ?? ALPHA),
  };
}
