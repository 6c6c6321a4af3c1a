/** The test that runs answer which rows differ: every pair is told apart, shown alike, or still open. Pure. */
import type { Merge } from '../types.ts';
import { type Answer, answersOf, type Question, type Undecided } from './answers.ts';
import { notRankedBecause } from './comparable.ts';

/** Tells whether a pair's ratio differs by less than `percent`: its interval lies within 1 / (1 + share) and 1 + share. */
export function isAlike({ ratio }: Undecided, percent: number): boolean {
  const most = 1 + percent / 100;
  return ratio !== null && ratio.low >= 1 / most && ratio.high <= most;
}

/** The least share in % by which the ratio of a pair may differ from 1, by its interval; infinite where there is none. */
export const atMostApart = ({ ratio }: Pick<Undecided, 'ratio'>): number =>
  ratio === null || ratio.low <= 0 ? Infinity : 100 * (Math.max(ratio.high, 1 / ratio.low) - 1);

/** The pairs of ranked rows that are neither told apart nor shown alike. */
export const openPairs = ({ undecided, question }: Answer): Undecided[] =>
  undecided.filter((pair) => !isAlike(pair, question.detectPercent));

/** Tells whether more rounds would answer nothing more: no pair is open, and no row waits for runs with fewer flags. */
export const isDecided = (merges: Merge[], question: Question): boolean =>
  answersOf(merges, question).every(
    (answer) =>
      openPairs(answer).length === 0 &&
      (answer.ranked.length > 1 || answer.skipped.every(({ merge }) => notRankedBecause(merge) !== null)),
  );
