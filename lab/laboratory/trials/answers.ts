/** Sessions of many twins, half of which have a delay, judged by the answer of `./outcry run`. */
import { randomInt } from 'node:crypto';
import { comparePairs, pairsAmong } from '../../../merge/compare/compare.ts';
import { comparedPath, rankedFor } from '../../../merge/compare/ranked.ts';
import { flaggedFor, rankFigure } from '../../../merge/compare/ranking.ts';
import { type AnswerOutcome, answersSummary } from './answers-summary.ts';
import { type Judge, judgedTwins, type TwinMerges } from './judge.ts';
import type { Measured } from './sealed-log.ts';

/** Pure. */
export function outcomeOf({ merges, by }: Pick<TwinMerges, 'merges' | 'by'>): Omit<AnswerOutcome, keyof Measured> {
  const ranked = rankedFor(by, merges);
  const told = merges.filter((merge) => flaggedFor(merge) === null);
  const pairs = pairsAmong(told);
  const compared = comparePairs(pairs, { ...ranked, family: merges });
  return {
    compared: comparedPath(ranked),
    figures: merges.map((merge) => rankFigure(merge, ranked)),
    notRanked: merges.length - told.length,
    pairs: pairs.map(({ row, baseline }, index) => ({
      earlier: merges.indexOf(baseline),
      later: merges.indexOf(row),
      verdict: compared[index]!.verdict,
    })),
  };
}

/** A random half of `count` twins. */
export function randomHalf(count: number): boolean[] {
  const half = Array.from({ length: count }, (_, index) => index < count / 2);
  for (let left = count - 1; left > 0; left--) {
    const other = randomInt(left + 1);
    [half[left], half[other]] = [half[other]!, half[left]!];
  }
  return half;
}

export const ANSWERS: Judge<AnswerOutcome> = {
  usual: { sessions: 10, twins: 8, words: '' },
  mostTwins: 26,
  choose: randomHalf,
  measure: (twins, words) => judgedTwins(twins, words, outcomeOf),
  latencyOf({ figures }) {
    const known = figures.filter((figure) => figure !== null).sort((a, b) => a - b);
    return known[Math.floor(known.length / 2)] ?? null;
  },
  summary: (sessions) => ({ lines: answersSummary(sessions), broken: false }),
};
