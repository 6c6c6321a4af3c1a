/** The order that an answer shows: who is best, who may be as good, who is worse. Pure. */
import type { Merge } from '../types.ts';
import type { Answer } from './answers.ts';
import type { Interval } from './compare.ts';
import { atMostApart, isAlike } from './decided.ts';
import { rankFigure } from './ranking.ts';

export interface Order {
  /** Null where no row can be ranked. */
  best: Merge | null;
  /** Ranked rows that differ from the best by less than what is worth showing. */
  alike: Merge[];
  /** They differ from it by less than this many percent; 0 where there are none. */
  alikePercent: number;
  /** Ranked rows between which and the best no difference is shown. */
  open: Merge[];
  /** The same of these; infinite where it cannot be told. */
  openPercent: number;
  /** Ranked rows that are shown to be worse, nearest first; `ratio` is null where a run has 0. */
  worse: { merge: Merge; ratio: Interval | null }[];
  /** Rows that are not ranked, by their figures alone. */
  unranked: Merge[];
}

/** `merges` in the order of what rows are ranked by; those without a figure last. */
export function byFigure(merges: readonly Merge[], question: Answer['question']): Merge[] {
  const figure = (merge: Merge): number => {
    const value = rankFigure(merge, question);
    return value === null ? Number.POSITIVE_INFINITY : question.better === 'less' ? value : -value;
  };
  return [...merges].sort((a, b) => (figure(a) === figure(b) ? 0 : figure(a) - figure(b)));
}

export function orderOf(answer: Answer): Order {
  const { ranked, againstBest, skipped, undecided, question } = answer;
  const [best = null, ...others] = ranked;
  const order: Order = {
    best,
    alike: [],
    alikePercent: 0,
    open: [],
    openPercent: 0,
    worse: [],
    unranked: byFigure(
      skipped.map(({ merge }) => merge),
      question,
    ),
  };
  others.forEach((merge, index) => {
    const comparison = againstBest[index];
    const pair = undecided.find(
      ({ row, baseline }) => (row === merge && baseline === best) || (row === best && baseline === merge),
    );
    const apart = pair === undefined ? Infinity : atMostApart(pair);
    if (comparison?.verdict === 'worse') order.worse.push({ merge, ratio: comparison.ratio });
    else if (pair !== undefined && isAlike(pair, question.detectPercent)) {
      order.alike.push(merge);
      order.alikePercent = Math.max(order.alikePercent, apart);
    } else {
      order.open.push(merge);
      order.openPercent = Math.max(order.openPercent, apart);
    }
  });
  return order;
}
