/**
 * The scatter of runs, estimated from all rows of a session at once. After three rounds a pair by itself knows its scatter by two degrees
 * of freedom, and shows next to nothing. k rows in n rounds know it by (k - 1)(n - 1), as in a randomized block design (Montgomery, Design
 * and Analysis of Experiments, chapter 4). Rows need not scatter alike: a pair counts with its own variance if that is larger. By
 * simulation the error stays below 5 % if some rows scatter up to three times as much as the others (`shared-scatter.test.ts`).
 */
import { sequentialP } from '../statistics/confidence-sequence.ts';
import type { Merge } from '../types.ts';
import { byRound, type Effect, runsSay } from './effect.ts';

/** A pair that is compared; its effect is null where it is not. */
export interface Tried {
  row: Merge;
  baseline: Merge;
  effect: Effect | null;
}

/** Gives each pair of a sequential session of three rows or more the scatter of all. Pairs whose figures are not above 0 stay as they are. */
export function withSharedScatter(tried: Tried[], metric: string): void {
  const compared = tried.filter(({ effect }) => effect?.sequential && effect.scale === 'ratio');
  const rows = [...new Set(compared.flatMap(({ row, baseline }) => [row, baseline]))];
  const scatter = scatterOf(rows.map((row) => byRound(runsSay(row, metric))));
  if (scatter === null) return;
  for (const one of compared) {
    const effect = one.effect!;
    const [n] = effect.runs;
    const variance = Math.max(effect.variance, 2 * scatter.variance);
    const error = Math.sqrt(variance / n);
    const t = effect.estimate / error;
    const { df } = scatter;
    one.effect = { ...effect, variance, error, t, df, p: sequentialP(t, n, df) };
  }
}

/**
 * The variance of one run's logarithm about its row's mean and its round's.
 * @param rows each row's values by round; rounds that all have count
 * @returns null with fewer than three rows or three rounds
 */
function scatterOf(rows: Map<string, number>[]): { variance: number; df: number } | null {
  const rounds = [...(rows[0]?.keys() ?? [])].filter((round) => rows.every((row) => row.has(round)));
  const [k, n] = [rows.length, rounds.length];
  if (k < 3 || n < 3) return null;
  const logs = rows.map((row) => rounds.map((round) => Math.log(row.get(round)!)));
  const ofRow = logs.map((values) => sum(values) / n);
  const ofRound = rounds.map((_, round) => sum(logs.map((values) => values[round]!)) / k);
  const all = sum(ofRow) / k;
  const squares = logs.flatMap((values, row) =>
    values.map((value, round) => (value - ofRow[row]! - ofRound[round]! + all) ** 2),
  );
  const df = (k - 1) * (n - 1);
  return { variance: sum(squares) / df, df };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
