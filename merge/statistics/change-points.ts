/**
 * Change points of a series by E-divisive (Matteson and James, A nonparametric approach for multiple change point analysis of
 * multivariate data, JASA 109, 2014), as Apache Otava uses it for benchmarks: the series is split where the energy distance of both
 * sides is largest, if a permutation test finds that distance too large for chance; then each side is searched in the same way. Pure.
 *
 * Rounds are blocks: each has a value of every point, what a round does to all of its values is taken out, and values are permuted
 * within rounds alone.
 */
import { ALPHA } from './error-spending.ts';

export interface ChangePoint {
  /** The first point of what comes after the change, an index from 1. */
  at: number;
  /** The share of permutations that split as well: 0..1. */
  p: number;
}

/** Least p is 1 / (1 + this). */
const PERMUTATIONS = 499;

/** The values of some points in all rounds: those of a point lie side by side. */
interface Table {
  points: number;
  rounds: number;
  values: Float64Array;
}

/** Of the points from `from` to `to`, less the mean of each round: what is left differs by point alone. */
function centred(blocks: readonly (readonly number[])[], from: number, to: number): Table {
  const [points, rounds] = [to - from, blocks.length];
  const values = new Float64Array(points * rounds);
  for (const [round, block] of blocks.entries()) {
    const part = block.slice(from, to);
    const middle = part.reduce((total, value) => total + value, 0) / points;
    for (const [point, value] of part.entries()) values[point * rounds + round] = value - middle;
  }
  return { points, rounds, values };
}

/** A generator of numbers in 0..1 that gives the same ones every time: xorshift (Marsaglia, 2003). */
function seeded(): () => number {
  let state = 2_463_534_242;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A copy in which the values of each round are in another order, all orders equally likely (Fisher and Yates). */
function shuffled({ points, rounds, values }: Table, random: () => number): Table {
  const copy = values.slice();
  for (let round = 0; round < rounds; round++) {
    for (let last = points - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1));
      const [here, there] = [last * rounds + round, other * rounds + round];
      const value = copy[here]!;
      copy[here] = copy[there]!;
      copy[there] = value;
    }
  }
  return { points, rounds, values: copy };
}

/** The sum of the distances of all values of two points. */
function distance({ rounds, values }: Table, a: number, b: number): number {
  let total = 0;
  for (let here = a * rounds; here < (a + 1) * rounds; here++) {
    for (let there = b * rounds; there < (b + 1) * rounds; there++) total += Math.abs(values[here]! - values[there]!);
  }
  return total;
}

interface Split {
  at: number;
  /** The energy distance of both sides, scaled by their sizes. */
  q: number;
}

/** The split of the points for which the energy distance is largest. One point after the other moves from the right side to the left. */
function bestSplit(table: Table): Split {
  const { points, rounds } = table;
  const apart: number[][] = [];
  let [left, across, right] = [0, 0, 0];
  for (let a = 0; a < points; a++) {
    apart[a] = [];
    for (let b = 0; b <= a; b++) {
      apart[a]![b] = distance(table, a, b);
      right += (a === b ? 1 : 2) * apart[a]![b]!;
    }
  }
  let best: Split = { at: 1, q: Number.NEGATIVE_INFINITY };
  for (let at = 1; at < points; at++) {
    const moved = at - 1;
    let [toLeft, toRight] = [0, 0];
    for (let point = 0; point < moved; point++) toLeft += apart[moved]![point]!;
    for (let point = at; point < points; point++) toRight += apart[point]![moved]!;
    const own = apart[moved]![moved]!;
    left += 2 * toLeft + own;
    right -= 2 * toRight + own;
    across += toRight - toLeft;
    const [m, n] = [at * rounds, (points - at) * rounds];
    const q = ((m * n) / (m + n)) * ((2 * across) / (m * n) - left / m ** 2 - right / n ** 2);
    if (q > best.q) best = { at, q };
  }
  return best;
}

/** Returns how often a series without an order splits as well as this one, this one included; null: more often than `alpha`. */
function chance(table: Table, { q }: Split, alpha: number, random: () => number): number | null {
  let asGood = 1;
  for (let index = 0; index < PERMUTATIONS && asGood <= alpha * (1 + PERMUTATIONS); index++) {
    if (bestSplit(shuffled(table, random)).q >= q * (1 - 1e-12)) asGood += 1;
  }
  const p = asGood / (1 + PERMUTATIONS);
  return p > alpha ? null : p;
}

/**
 * @param blocks the values of each round in the order of the points; of points that share no round, one block
 * @param alpha the highest rate of series without a change that are said to have one
 * @returns in the order of the points
 */
export function changePoints(blocks: readonly (readonly number[])[], alpha: number = ALPHA): ChangePoint[] {
  const random = seeded();
  const search = (from: number, to: number, level: number): ChangePoint[] => {
    if (to - from < 2) return [];
    const part = centred(blocks, from, to);
    const split = bestSplit(part);
    const p = split.q > 0 ? chance(part, split, level, random) : null;
    if (p === null) return [];
    const at = from + split.at;
    // Both sides share the level, or a series with one change would be said to have another one twice as often.
    return [...search(from, at, level / 2), { at, p }, ...search(at, to, level / 2)];
  };
  return search(0, blocks[0]?.length ?? 0, alpha);
}
