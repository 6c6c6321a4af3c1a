/**
 * An A/A test: one framework measured in two arms, `a` and `b`, in the same rounds. Differences between the arms are noise. The test tells
 * its size, how often it passes for a difference, and the smallest difference that a number of runs can show on that machine.
 */
import { ENOUGH_RUNS } from '../run-facts.ts';
import { percentShown } from '../statistics/sample-size.ts';
import { pairedT } from '../statistics/welch.ts';
import type { Combination, Merge } from '../types.ts';
import { ratioOf } from './compare.ts';
import { type Effect, logRatios, runsSay } from './effect.ts';
import { testFamily } from './family.ts';
import { comparedPath, type RankedNames, rankedFor } from './ranked.ts';

export interface SameAgainstSame {
  /** Arm `a`; arm `b` has the same combination. */
  row: Merge;
  /** The number of rounds with both. */
  rounds: number;
  /** The ratio of b's figure to a's, with its interval at the error of the session's look. */
  ratio: { value: number; low: number; high: number };
  /** True if the test that compares frameworks takes that for a difference. */
  claimed: boolean;
  /**
   * The share of all ways to name the runs of each round `a` and `b` in which the test claims a difference: 0..1. Since the arms differ in
   * name only, all ways are equally likely (Fisher's randomization test).
   */
  claims: number;
  /** The share of such claims that the test allows. */
  error: number;
  /** The noise between two runs of a round: a standard deviation, in %. */
  noisePercent: number;
  /** The smallest difference that N runs of each show in 80 of 100 tries, in %. */
  shows: { runs: number; percent: number }[];
}

/** Arms that do not show the noise. */
export interface NoiseUnknown {
  /** Arm `a`, or `b` when it is alone. */
  row: Merge;
  /** The number of rounds with a figure of both. */
  rounds: number;
  /** The reason, as the end of a sentence. */
  unknown: string;
}

export type Noise = SameAgainstSame | NoiseUnknown;

/** Numbers of runs that people make. */
const RUNS = [3, 5, 10, 20];
/** Up to this many rounds every labelling is tried; beyond that as many, chosen at random. */
const MOST_ROUNDS = 12;
const TRIES = 2 ** (MOST_ROUNDS - 1);

/** The properties that both arms share. */
function without({ arm: _, frameworkLabel: __, ...rest }: Combination): string {
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** 32 pseudo-random bits at a time, the same ones every time: xorshift (Marsaglia, 2003). */
function* bits(): Generator<number> {
  for (let state = 2_463_534_242; ; ) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state >>> 0;
  }
}

/**
 * @param differences of b and a in each round, three or more
 * @param error of the test
 */
export function claimsOf(differences: readonly number[], error: number): number {
  const rounds = differences.length;
  const zeros = differences.map(() => 0);
  const random = bits();
  let claims = 0;
  for (let way = 0; way < TRIES; way++) {
    // Swapping the names in every round gives the same test: one round stays as it is.
    const swapped = (round: number): boolean =>
      round < rounds - 1 && (rounds <= MOST_ROUNDS ? (way >> round) & 1 : random.next().value! & 1) === 1;
    const test = pairedT(
      differences.map((difference, round) => (swapped(round) ? -difference : difference)),
      zeros,
    );
    if (test !== null && test.p < error) claims += 1;
  }
  return claims / TRIES;
}

/**
 * @param path of what is compared
 * @param level the error of the pair's test
 */
function judged(a: Merge, b: Merge, path: string, effect: Effect, level: number): SameAgainstSame {
  const { p, variance, runs } = effect;
  return {
    row: a,
    rounds: runs[0],
    ratio: ratioOf(effect, level)!,
    claimed: p < level,
    claims: claimsOf(logRatios(b, a, path), level),
    error: level,
    noisePercent: 100 * (Math.exp(Math.sqrt(variance)) - 1),
    shows: [...new Set([...RUNS, runs[0]])]
      .sort((x, y) => x - y)
      .map((count) => ({ runs: count, percent: percentShown(effect, count, level) }))
      .filter(({ percent }) => Number.isFinite(percent)),
  };
}

/** The noise in the metric that ranks the arms, or the reason why it is unknown. */
function noiseOf(a: Merge, b: Merge, by: RankedNames): Noise {
  const ranked = rankedFor(by, [a, b]);
  const path = comparedPath(ranked);
  const rounds = logRatios(b, a, path).length;
  const label = a.metrics[ranked.metric]?.label ?? ranked.metric;
  const nothing = (unknown: string): NoiseUnknown => ({ row: a, rounds, unknown });
  if (rounds < ENOUGH_RUNS) {
    const have = rounds === 1 ? '1 round has' : `${rounds} rounds have`;
    return nothing(`${have} a valid run of both arms with a figure for ${label}; a test needs ${ENOUGH_RUNS} or more`);
  }
  // Each pair of arms is a family of its own: the question is how often one test errs.
  const [tested] = testFamily([{ row: runsSay(b, path), baseline: runsSay(a, path) }]).tested;
  const { effect, level } = tested!;
  if (effect === null || level === null)
    return nothing(`nothing varies: all rounds have the same ratio of ${label}, or none at all`);
  if (effect.scale !== 'ratio') return nothing(`${label} is 0 or less in some run, which has no ratio`);
  return judged(a, b, path, effect, level);
}

/** The noise that each pair of arms in `merges` shows, or the reason why it is unknown; also for an arm alone. */
export function sameAgainstSame(merges: readonly Merge[], by: RankedNames): Noise[] {
  const arms = (arm: 'a' | 'b') => merges.filter(({ combination }) => combination.arm === arm);
  const [as, bs] = [arms('a'), arms('b')];
  const otherOf = ({ combination }: Merge, others: Merge[]) =>
    others.find((other) => without(other.combination) === without(combination));
  const alone = (row: Merge): NoiseUnknown => ({ row, rounds: 0, unknown: 'the other arm has no runs' });
  return [
    ...as.map((a) => {
      const b = otherOf(a, bs);
      return b === undefined ? alone(a) : noiseOf(a, b, by);
    }),
    ...bs.filter((b) => otherOf(b, as) === undefined).map(alone),
  ];
}
