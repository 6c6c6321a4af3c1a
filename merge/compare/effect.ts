/**
 * The difference between the runs of two merges. They are compared round by round if they were made in rounds, and session by session if
 * they share no session. The comparison is on the logarithm if there is one.
 *
 * Sessions: runs of one session share its machine's state, so they are no independent samples of another session. The unit is then the
 * session (Kalibera and Jones, Rigorous benchmarking in reasonable time, ISMM 2013, on nested levels). One session on each side leaves the
 * variance between sessions unknown.
 *
 * Rounds: a machine that slows down for minutes slows all runs of a round, so the slowdown takes no part in their ratio (pairing, or
 * blocking: Jain, The Art of Computer Systems Performance Analysis, 1991, chapter 13).
 *
 * The logarithm: latencies scatter in proportion to their size and to one side, their logarithms evenly. A difference of two logarithms is
 * the logarithm of a ratio. So the estimate is the ratio of the geometric means, and the exponentials of both ends give its interval. This
 * holds for Welch's test of unpaired samples as it does for pairs (Bland and Altman, The use of transformation when comparing two means,
 * BMJ 312, 1996, 1153; Transformations, means, and confidence intervals, the same volume, 1079).
 */
import { mean, sampleVariance } from 'simple-statistics';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { sequentialP } from '../statistics/confidence-sequence.ts';
import type { RunValues, SliceValues } from '../statistics/means.ts';
import { pairedT, pooledT, type TTest, welch } from '../statistics/welch.ts';
import type { Merge } from '../types.ts';

/** Figures of a trend that are compared besides its mean, as the end of a path. */
const PERCENTILE = /\.(p50|p99)$/;

export interface Effect extends TTest {
  /** In `rounds`, or all `runs` of the one against all of the other, or the means of their `sessions`. */
  by: 'rounds' | 'runs' | 'sessions';
  /** `estimate` and `error` are of the logarithm of row / baseline, or of row - baseline. */
  scale: 'ratio' | 'difference';
  /** The number of runs, or sessions, of the row and of the baseline: as many of each if compared by rounds. */
  runs: [row: number, baseline: number];
  /** Variance of the difference of one run, or session, of each. With n of each, `error` squared is about this / n. */
  variance: number;
  /** The rounds went on until they showed enough: `p` and intervals are those that hold however often somebody looks. */
  sequential: boolean;
}

/** One figure in the runs of one combination. */
export interface RunsSay extends Pick<Merge, 'kind' | 'rounds'>, RunValues {}

/** The parts of a merge that comparing needs. */
export interface Sampled extends Pick<Merge, 'kind' | 'rounds'> {
  metrics: Record<string, SliceValues & { runP99?: number[] }>;
}

/** The name of the metric in `path`, which is that alone, or a percentile of a trend such as `fromSent.p99`. */
export const metricIn = (path: string): string => path.replace(PERCENTILE, '');

/** The percentile in `path`; undefined: it is a metric alone. */
export const percentileIn = (path: string): 'p50' | 'p99' | undefined =>
  PERCENTILE.exec(path)?.[1] as 'p50' | 'p99' | undefined;

/**
 * The values of a metric in a merge's runs: means, totals or levels, by its kind, or a percentile. Of runs in slices means and medians are the
 * middle of those of the slices.
 */
export function runsSay({ kind, rounds, metrics }: Sampled, path: string): RunsSay {
  const { runValues = [], runOf = [], sliceMeans = runValues, sliceMedians, runP99 } = metrics[metricIn(path)] ?? {};
  const percentile = percentileIn(path);
  const values = percentile === undefined ? sliceMeans : percentile === 'p50' ? sliceMedians : runP99;
  return { kind, rounds, ...(values === undefined ? { runValues: [], runOf: [] } : { runValues: values, runOf }) };
}

/**
 * Returns the values of runs, by their round. Imported runs have sessions and repetitions by their files: the runs of one round are
 * unknown. A duplicate round is skipped, since either may be meant.
 */
export function byRound({ kind, rounds, runValues, runOf }: RunsSay): Map<string, number> {
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

/** The reason why two samples of one session each show nothing about each other. */
export const ACROSS_SESSIONS =
  'cannot be told across sessions: with one session on each side, their difference may be that of the sessions; measure both in one session';

/** The sessions of values, in their order. */
const sessionsOf = ({ rounds, runOf }: RunsSay): string[] => runOf.map((run) => rounds[run]!.session);

/** The means of `values` within each session. */
function sessionMeans(says: RunsSay, values: number[]): number[] {
  const bySession = new Map<string, number[]>();
  sessionsOf(says).forEach((session, index) => {
    bySession.set(session, [...(bySession.get(session) ?? []), values[index]!]);
  });
  return [...bySession.values()].map(mean);
}

/** Returns the unit of a comparison; null: none, since {@link ACROSS_SESSIONS}. Of imported runs the session is unknown. */
function unitOf(row: RunsSay, baseline: RunsSay): Effect['by'] | null {
  if (pairsOf(row, baseline)[0].length >= ENOUGH_RUNS) return 'rounds';
  const [here, there] = [row, baseline].map((says) => new Set(sessionsOf(says)));
  const all = new Set([...here!, ...there!]);
  if (all.size <= 1 || row.kind !== 'measured' || baseline.kind !== 'measured') return 'runs';
  return here!.size + there!.size > 2 ? 'sessions' : null;
}

/** Tells whether the two were measured in one session each, and not in the same. */
export const isAcrossSessions = (row: RunsSay, baseline: RunsSay): boolean => unitOf(row, baseline) === null;

type Test = (
  row: RunsSay,
  baseline: RunsSay,
  onScale: (values: number[]) => number[],
) => Pick<Effect, 'runs' | 'variance'> & { test: TTest | null };

/** The test of each unit, on the given scale. */
const TESTS: Record<Effect['by'], Test> = {
  rounds: (row, baseline, onScale) => {
    const [a, b] = pairsOf(row, baseline).map(onScale) as [number[], number[]];
    const test = pairedT(a, b);
    return { test, runs: [a.length, b.length], variance: (test?.error ?? 0) ** 2 * a.length };
  },
  runs: (row, baseline, onScale) => {
    const [a, b] = [onScale(row.runValues), onScale(baseline.runValues)];
    return { test: welch(a, b), runs: [a.length, b.length], variance: sampleVariance(a) + sampleVariance(b) };
  },
  sessions: (row, baseline, onScale) => {
    const [a, b] = [row, baseline].map((says) => sessionMeans(says, onScale(says.runValues))) as [number[], number[]];
    const test = pooledT(a, b);
    const variance = test === null ? 0 : (2 * test.error ** 2) / (1 / a.length + 1 / b.length);
    return { test, runs: [a.length, b.length], variance };
  },
};

/**
 * Returns the effect of `row` against `baseline`. It compares by rounds if the two have {@link ENOUGH_RUNS} or more in common, else by
 * sessions if they have several. It uses the logarithm unless a run has 0 or less, which has none.
 * @param across compares runs of different sessions as if they were of one: for what a protocol fixes, as bytes are in claims of studies
 * @returns null when nothing varies, or {@link isAcrossSessions}: there is nothing to test with
 */
export function effectBetween(
  row: RunsSay,
  baseline: RunsSay,
  across: 'by session' | 'by run' = 'by session',
): Effect | null {
  const unit = unitOf(row, baseline);
  const by = across === 'by run' && unit !== 'rounds' ? 'runs' : unit;
  if (by === null) return null;
  const used = by === 'rounds' ? pairsOf(row, baseline).flat() : [...row.runValues, ...baseline.runValues];
  const scale = used.every((value) => value > 0) ? 'ratio' : 'difference';
  const { test, ...size } = TESTS[by](row, baseline, (values) => (scale === 'ratio' ? values.map(Math.log) : values));
  if (test === null) return null;
  const sequential = by === 'rounds' && [row, baseline].some(({ rounds }) => rounds.some((round) => round.sequential));
  const p = sequential ? sequentialP(test.t, size.runs[0]) : test.p;
  return { ...test, ...size, p, by, scale, sequential };
}

/** The logarithm of how many times the baseline's figure the row's is, in each round that both have; figures above 0. */
export function logRatios(row: Merge, baseline: Merge, metric: string): number[] {
  const [here, there] = pairsOf(runsSay(row, metric), runsSay(baseline, metric));
  return here.map((value, round) => Math.log(value / there[round]!));
}

/** The middle of runs' values that ratios are about: their geometric mean, or the mean where one of them is 0 or less. */
export function middleOf(values: number[]): number {
  return values.every((value) => value > 0) ? Math.exp(mean(values.map(Math.log))) : mean(values);
}
