/**
 * What the runs of two merges say of how far they differ: round by round where they were made in rounds, on the logarithm where
 * there is one.
 *
 * Rounds: what a machine does for minutes, such as slowing down, it does to all runs of a round, and takes no part in their ratio
 * (pairing, or blocking: Jain, The Art of Computer Systems Performance Analysis, 1991, chapter 13). The logarithm: latencies scatter
 * in proportion to their size and to one side, their logarithms evenly, and a difference of two logarithms is the logarithm of a
 * ratio, so that the estimate is the ratio of the geometric means and its interval is found by taking the exponential of both
 * ends; this holds for Welch's test of unpaired samples as it does for pairs (Bland and Altman, The use of transformation when
 * comparing two means, BMJ 312, 1996, 1153; Transformations, means, and confidence intervals, the same volume, 1079).
 */
import { mean, sampleVariance } from 'simple-statistics';
import { ENOUGH_RUNS } from './common.ts';
import type { RunValues } from './statistics.ts';
import type { Merge } from './types.ts';
import { pairedT, type TTest, welch } from './welch.ts';

export interface Effect extends TTest {
  /** In `rounds`, or all runs of the one against all of the other. */
  by: 'rounds' | 'runs';
  /** `estimate` and `error` are of the logarithm of row / baseline, or of row - baseline. */
  scale: 'ratio' | 'difference';
  /** How many runs of the row and of the baseline it is made of: as many of each where it is by rounds. */
  runs: [row: number, baseline: number];
  /** Variance of the difference of one run of each. With n runs of each, `error` squared is about this / n. */
  variance: number;
}

/** What the runs of one combination say of one figure. */
export interface RunsSay extends Pick<Merge, 'kind' | 'rounds'>, RunValues {}

/** What comparing needs of a merge. */
export interface Sampled extends Pick<Merge, 'kind' | 'rounds'> {
  metrics: Record<string, RunValues>;
}

/** What a merge's runs say of a metric: means, totals or medians, by its kind. */
export function runsSay({ kind, rounds, metrics }: Sampled, metric: string): RunsSay {
  const { runValues = [], runOf = [] } = metrics[metric] ?? {};
  return { kind, rounds, runValues, runOf };
}

/**
 * What runs say, by their round. Imported runs have sessions and repetitions by their files: nobody knows what was made
 * beside what. A round that is there twice is left out: nobody knows which of the two is meant.
 */
function byRound({ kind, rounds, runValues, runOf }: RunsSay): Map<string, number> {
  const values = new Map<string, number>();
  if (kind !== 'measured') return values;
  const twice = new Set<string>();
  runValues.forEach((value, index) => {
    const { session, repetition } = rounds[runOf[index]!]!;
    const round = JSON.stringify([session, repetition]);
    if (values.has(round)) twice.add(round);
    values.set(round, value);
  });
  for (const round of twice) values.delete(round);
  return values;
}

/** The values of rounds that both have, in the same order. */
function pairsOf(row: RunsSay, baseline: RunsSay): [here: number[], there: number[]] {
  const [here, there] = [byRound(row), byRound(baseline)];
  const both = [...here.keys()].filter((round) => there.has(round));
  return [both.map((round) => here.get(round)!), both.map((round) => there.get(round)!)];
}

/**
 * How far `row` is from `baseline`. By rounds where the two have {@link ENOUGH_RUNS} or more in common; on the logarithm
 * unless a run says 0 or less, which has none.
 * @returns null when nothing varies, so that there is nothing to test with
 */
export function effectBetween(row: RunsSay, baseline: RunsSay): Effect | null {
  const pairs = pairsOf(row, baseline);
  const paired = pairs[0].length >= ENOUGH_RUNS;
  const [here, there] = paired ? pairs : [row.runValues, baseline.runValues];
  const scale = [...here, ...there].every((value) => value > 0) ? 'ratio' : 'difference';
  const [a, b] = scale === 'ratio' ? [here.map(Math.log), there.map(Math.log)] : [here, there];
  const test = paired ? pairedT(a, b) : welch(a, b);
  if (test === null) return null;
  const variance = paired ? test.error ** 2 * a.length : sampleVariance(a) + sampleVariance(b);
  return { ...test, by: paired ? 'rounds' : 'runs', scale, runs: [a.length, b.length], variance };
}

/** The logarithm of how many times the baseline's figure the row's is, in each round that both have; figures above 0. */
export function logRatios(row: Merge, baseline: Merge, metric: string): number[] {
  const [here, there] = pairsOf(runsSay(row, metric), runsSay(baseline, metric));
  return here.map((value, round) => Math.log(value / there[round]!));
}

/** {@link effectBetween}, by what the merges' runs say of `metric`. */
export function effectOf(row: Merge, baseline: Merge, metric: string): Effect | null {
  return effectBetween(runsSay(row, metric), runsSay(baseline, metric));
}

/** The middle of runs' values that ratios are about: their geometric mean, or the mean where one of them is 0 or less. */
export function middleOf(values: number[]): number {
  return values.every((value) => value > 0) ? Math.exp(mean(values.map(Math.log))) : mean(values);
}
