/** The order of the rows: by name, by the answer, or by a figure. */
import type { Merge } from '../../../merge/types.ts';
import { sortFigure } from './table-cells.ts';

interface Ordering {
  /** As in the selection. */
  order: string;
  /** All rows in the order of the answer. */
  answer: readonly Merge[];
  unranked: ReadonlyMap<Merge, string>;
  /** The trend that rows are about, and the one that is shown in its place. */
  lead: string | null;
  shown: string | null;
}

/** @param rows by name */
export function inOrder<Row extends { merge: Merge }>(
  rows: Row[],
  { order, answer, unranked, lead, shown }: Ordering,
): Row[] {
  if (order === 'name') return rows;
  const place = ({ merge }: Row) => answer.indexOf(merge);
  const byAnswer = rows.toSorted((a, b) => place(a) - place(b));
  if (order === 'answer') return byAnswer;
  const figureOf = ({ merge }: Row) => sortFigure(merge, order, lead, shown) ?? Number.POSITIVE_INFINITY;
  // A row's place by a figure is a rank: what is not ranked comes after what is.
  const groupOf = ({ merge }: Row) => Number(unranked.has(merge));
  // Equal figures stay in the order of the answer.
  const byFigure = (a: Row, b: Row) => (figureOf(a) === figureOf(b) ? 0 : figureOf(a) - figureOf(b));
  return byAnswer.sort((a, b) => groupOf(a) - groupOf(b) || byFigure(a, b));
}
