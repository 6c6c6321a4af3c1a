/**
 * The order of rows by what counts to a person. Pure.
 *
 * A row's score is the weighted mean of the logarithms of its figures, so the difference of two scores is the logarithm of a ratio: the weighted
 * geometric mean of the ratios of their figures. In the place of a share of messages that are missed, s, stands how many are sent for each that
 * arrives, 1 / (1 - s): that has a logarithm where nothing is missed. Half the width of an interval, on the logarithm, is taken as independent from row to row
 * and from figure to figure: squares of weighted halves add up. Rows of one session share its rounds, which tell more apart than this does.
 */
import type { Measured } from '../claims/types.ts';
import { type ChoiceRow, CRITERIA, type Criterion } from './types.ts';

/** What a criterion counts: 0, not at all. */
export type Weights = Readonly<Record<Criterion, number>>;

export interface Placed {
  row: ChoiceRow;
  /** From 1. Rows of one place cannot be told apart from its first row. */
  place: number;
  /** Its figures in times those of the first row of all, weighted; null: it is that row. */
  times: { value: number; low: number; high: number } | null;
  /** The criterion that sets it apart most from the first row of all, and the ratio of that figure; null: none does. */
  most: { criterion: Criterion; times: number } | null;
}

export interface Order {
  placed: Placed[];
  /** Rows that have no figure with an interval for something that counts (`without`), or were measured unlike most others (without none). */
  unplaced: { row: ChoiceRow; without: Criterion[] }[];
}

interface Logarithm {
  middle: number;
  half: number;
}

/** Null: not known, or without a logarithm. Where all runs gave one value, it has no width. */
function logarithmOf(figure: Measured | null, { unit }: (typeof CRITERIA)[number]): Logarithm | null {
  if (figure === null) return null;
  const [low, middle, high] = [figure.low, figure.value, figure.high].map((value) =>
    value === null ? NaN : unit === '%' ? -Math.log(1 - value / 100) : Math.log(value),
  ) as [number, number, number];
  return [low, middle, high].every(Number.isFinite) ? { middle, half: (high - low) / 2 } : null;
}

interface Scored {
  row: ChoiceRow;
  /** By criterion that counts. */
  figures: (Logarithm & { id: Criterion; share: number })[];
  score: number;
}

/** The logarithm of the ratio of two rows, and half of its interval. */
function between(one: Scored, other: Scored): Logarithm {
  const squares = [...one.figures, ...other.figures].map(({ share, half }) => (share * half) ** 2);
  return { middle: one.score - other.score, half: Math.sqrt(squares.reduce((sum, square) => sum + square, 0)) };
}

const isEqual = ({ middle, half }: Logarithm): boolean => Math.abs(middle) <= half;

function mostOf(one: Scored, first: Scored): Placed['most'] {
  const apart = one.figures.map(({ id, share, middle }, index) => {
    const difference = middle - first.figures[index]!.middle;
    return { criterion: id, times: Math.exp(difference), by: share * difference };
  });
  const [most] = apart.sort((a, b) => b.by - a.by);
  return most === undefined || most.by <= 0 ? null : { criterion: most.criterion, times: most.times };
}

function placedOf(scored: readonly Scored[]): Placed[] {
  const [first] = scored;
  let leader = first;
  let place = 1;
  return scored.map((one, index) => {
    if (!isEqual(between(one, leader!))) {
      leader = one;
      place = index + 1;
    }
    if (one === first) return { row: one.row, place, times: null, most: null };
    const { middle, half } = between(one, first!);
    const times = { value: Math.exp(middle), low: Math.exp(middle - half), high: Math.exp(middle + half) };
    return { row: one.row, place, times, most: mostOf(one, first!) };
  });
}

/** The text that comes most often; of several, the first. */
function commonest(texts: readonly string[]): string | undefined {
  const countOf = (text: string): number => texts.filter((other) => other === text).length;
  const most = Math.max(...texts.map(countOf));
  return texts.find((text) => countOf(text) === most);
}

/** @param rows of one measurement; without a weight above 0 none has a place */
export function orderOf(rows: readonly ChoiceRow[], weights: Weights): Order {
  const counting = CRITERIA.filter(({ id }) => weights[id] > 0);
  const all = counting.reduce((sum, { id }) => sum + weights[id], 0);
  if (counting.length === 0) return { placed: [], unplaced: [] };
  const scored: Scored[] = [];
  const unplaced: Order['unplaced'] = [];
  for (const row of rows) {
    const found = counting.map((criterion) => {
      const { id } = criterion;
      return { id, share: weights[id] / all, figure: logarithmOf(row.figures[id], criterion) };
    });
    const without = found.flatMap(({ id, figure }) => (figure === null ? id : []));
    const figures = found.flatMap(({ id, share, figure }) => (figure === null ? [] : { id, share, ...figure }));
    const score = figures.reduce((sum, { share, middle }) => sum + share * middle, 0);
    if (without.length > 0) unplaced.push({ row, without });
    else scored.push({ row, figures, score });
  }
  const setup = commonest(scored.map(({ row }) => row.setup));
  const alike = scored.filter(({ row }) => row.setup === setup);
  for (const { row } of scored) if (row.setup !== setup) unplaced.push({ row, without: [] });
  alike.sort((a, b) => a.score - b.score);
  return { placed: placedOf(alike), unplaced };
}
