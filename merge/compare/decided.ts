/** Whether runs answer which rows differ: every pair is told apart, shown alike, or still open. Pure. */
import type { Merge } from '../types.ts';
import { type Answer, answersOf, type Question, type Undecided } from './answers.ts';
import { notRankedBecause } from './comparable.ts';

/** Whether the interval of a pair's ratio lies within 1 / (1 + share) and 1 + share: they differ by less than that. */
export function isAlike({ ratio }: Undecided, percent: number): boolean {
  const most = 1 + percent / 100;
  return ratio !== null && ratio.low >= 1 / most && ratio.high <= most;
}

/** The pairs of ranked rows that are neither told apart nor shown alike. */
export const openPairs = ({ undecided, question }: Answer): Undecided[] =>
  undecided.filter((pair) => !isAlike(pair, question.detectPercent));

/** Whether more rounds would answer nothing more: no pair is open, and no row waits for runs that speak less against it. */
export const isDecided = (merges: Merge[], question: Question): boolean =>
  answersOf(merges, question).every(
    (answer) =>
      openPairs(answer).length === 0 &&
      (answer.ranked.length > 1 || answer.skipped.every(({ merge }) => notRankedBecause(merge) !== null)),
  );
