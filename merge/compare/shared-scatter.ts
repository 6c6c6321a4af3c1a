/**
 * The scatter of runs, estimated from all rows of a session at once. After four rounds a pair by itself knows its scatter by three degrees
 * of freedom, and shows next to nothing. k rows in n rounds know it by (k - 1)(n - 1), as in a randomized block design (Montgomery, Design
 * and Analysis of Experiments, chapter 4), and by the number of runs less k + n - 1 where runs are missing. Rows need not scatter alike: a
 * pair counts with its own variance if that is larger. By simulation the error stays below 5 % if some rows scatter up to three times as
 * much as the others (`shared-scatter.test.ts`).
 */
import { sequentialP } from '../statistics/confidence-sequence.ts';
import { twoSidedP } from '../statistics/student-t.ts';
import { byRound, type Effect, type RunsSay } from './effect.ts';

/** A pair that is compared; its effect is null where it is not. */
export interface Tried {
  row: RunsSay;
  baseline: RunsSay;
  effect: Effect | null;
}

/**
 * Gives pairs of a session that were compared by rounds the scatter of all its rows, where there are three or more. Pairs whose figures are not
 * above 0 stay as they are, and so do those of a row that scatters in a way of its own: it would hide what the others show.
 */
export function withSharedScatter(tried: readonly Tried[]): void {
  const compared = tried.filter(({ effect }) => effect?.by === 'rounds' && effect.scale === 'ratio');
  const rows = [...new Set(compared.flatMap(({ row, baseline }) => [row, baseline]))];
  const alike = scatteringAlike(rows);
  const scatter = scatterOf(alike);
  if (scatter === null) return;
  const { df, variance: shared } = scatter;
  for (const one of compared) {
    if (!alike.includes(one.row) || !alike.includes(one.baseline)) continue;
    const effect = one.effect!;
    const [n] = effect.runs;
    const variance = Math.max(effect.variance, 2 * shared);
    const error = Math.sqrt(variance / n);
    const t = effect.estimate / error;
    one.effect = { ...effect, variance, error, t, df, p: effect.sequential ? sequentialP(t, n, df) : twoSidedP(t, df) };
  }
}

/** A row scatters in a way of its own from this many times the variance of the row in the middle on: three times its deviation. */
const OWN_WAY = 9;

function scatteringAlike(rows: RunsSay[]): RunsSay[] {
  const scatter = scatterOf(rows);
  if (scatter === null) return rows;
  const sorted = [...scatter.ofRows].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]!;
  return rows.filter((_, index) => scatter.ofRows[index]! <= OWN_WAY * middle);
}

interface Scatter {
  variance: number;
  df: number;
  /** The part of each row: its mean square. */
  ofRows: number[];
}

/** Least squares over rows and rounds, one after the other, come this near. */
const CONVERGED = 1e-12;
const MOST_STEPS = 1_000;

/**
 * The variance of one run's logarithm about its row's mean and its round's. A round of one row says nothing.
 * @returns null with fewer than three rows or three rounds
 */
function scatterOf(all: RunsSay[]): Scatter | null {
  const rows = all.map(byRound);
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const rounds = names.filter((round) => rows.filter((row) => row.has(round)).length > 1);
  if (rows.length < 3 || rounds.length < 3) return null;
  const cells = rows.flatMap((row, index) =>
    rounds.flatMap((round, place) => (row.has(round) ? [{ index, place, left: Math.log(row.get(round)!) }] : [])),
  );
  const df = cells.length - (rows.length + rounds.length - 1);
  if (df < 1) return null;
  // One step is exact where no run is missing.
  for (let step = 0, moved = Infinity; step < MOST_STEPS && moved > CONVERGED; step++) {
    moved = Math.max(
      withoutMeans(cells, ({ index }) => index),
      withoutMeans(cells, ({ place }) => place),
    );
  }
  const squares = (own: Cell[]): number => sum(own.map(({ left }) => left ** 2));
  const ofRows = rows.map((_, row) => {
    const own = cells.filter(({ index }) => index === row);
    return squares(own) / own.length;
  });
  return { variance: squares(cells) / df, df, ofRows };
}

interface Cell {
  /** Of its row, and of its round. */
  index: number;
  place: number;
  /** Its logarithm less what is known of row and round. */
  left: number;
}

/** Takes from each cell the mean of its group. @returns the largest of them */
function withoutMeans(cells: Cell[], groupOf: (cell: Cell) => number): number {
  const groups = new Map<number, Cell[]>();
  for (const cell of cells) groups.set(groupOf(cell), [...(groups.get(groupOf(cell)) ?? []), cell]);
  let largest = 0;
  for (const group of groups.values()) {
    const mean = sum(group.map(({ left }) => left)) / group.length;
    for (const cell of group) cell.left -= mean;
    largest = Math.max(largest, Math.abs(mean));
  }
  return largest;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
