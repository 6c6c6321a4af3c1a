import type { RunRecord } from '../protocol/run-record.ts';
import { ALPHA } from './compare/compare.ts';
import { type Effect, effectBetween } from './compare/effect.ts';
import { figureOf } from './figures.ts';
import { mergeRuns } from './index.ts';
import { runPercentiles, slicePercentile } from './slice-percentiles.ts';
import type { Counted } from './statistics/histogram.ts';
import { makeSlice, p99Of } from './testing/made-slices.ts';
import { makeDistribution, makeRandom, makeRuns } from './testing/make-run.ts';
import { normal } from './testing/normal.ts';

/** Runs whose slices hold these latencies, in ms; undefined: they keep no histograms. */
function runsOf(slices: (number[][] | undefined)[]): RunRecord[] {
  return makeRuns(slices.length).map((run, index) => {
    const own = slices[index];
    if (own === undefined) return run;
    const at = own.map((_, slice) => 2 * slice);
    const histograms = { fromSent: own.map((values) => makeDistribution(values).hdr) };
    const fromSent = { ...run.metrics.fromSent, distribution: makeDistribution(own.flat()) };
    const cut = { seconds: 1, servers: 2, readyAfter: 9, at, place: at.map(() => 1), histograms };
    return { ...run, slices: cut, metrics: { ...run.metrics, fromSent } };
  });
}

/** 1,000 latencies from `low` to three times as much. */
const spread = (low: number): number[] => Array.from({ length: 1000 }, (_, index) => low * (1 + index / 500));

const RUN = [spread(4), spread(5), spread(6)];
const SLOWER = [spread(5), spread(6), spread(7)];

describe('a percentile of runs that keep histograms of their slices', () => {
  test('has an interval around that of all values, which is as long as rounds differ', () => {
    const [merge] = mergeRuns(runsOf([RUN, RUN, SLOWER, SLOWER]));
    const { value, overRuns } = figureOf(merge!, 'fromSent', 'p99')!;
    const whole = makeDistribution([RUN, RUN, SLOWER, SLOWER].flat(2)).p99;
    expect(value).toBeCloseTo(whole, 1);
    expect(overRuns!.low).toBeLessThan(whole / 1.05);
    expect(overRuns!.high).toBeGreaterThan(whole * 1.05);
    expect(overRuns).toMatchObject({ mean: value, n: 4 });
    expect(figureOf(merge!, 'fromSent', 'max')!.overRuns).toBeNull();
    expect(figureOf(merge!, 'fromDue', 'p99')!.overRuns).toBeNull();
  });

  test.each([
    ['a run without them', [RUN, RUN, RUN, undefined], '1 of 4 runs keep no histograms of slices'],
    ['two runs', [RUN, SLOWER], 'an interval of a percentile needs 3 runs or more'],
  ])('has none, and says why, with %s', (_, slices, reason) => {
    const [merge] = mergeRuns(runsOf(slices));
    expect(figureOf(merge!, 'fromSent', 'p99')).toMatchObject({ overRuns: null });
    expect(merge!.notMeasured['metrics.fromSent.intervals']).toBe(reason);
  });

  test('is as before, without a word, where no run was cut', () => {
    const [merge] = mergeRuns(runsOf([undefined, undefined, undefined]));
    expect(figureOf(merge!, 'fromSent', 'p99')).toMatchObject({ overRuns: null });
    expect(merge!.notMeasured).not.toHaveProperty('metrics.fromSent.intervals');
  });
});

describe('a percentile by slices', () => {
  test('is the geometric mean of those of the slices', () => {
    const [value] = runPercentiles(runsOf([[spread(4), spread(16)]]), 'fromSent.p99')!;
    expect(value! / (8 * 2.98)).toBeCloseTo(1, 2);
  });

  test('needs a value beyond it in every slice', () => {
    const runs = runsOf([RUN, RUN]);
    expect(runPercentiles(runs, 'fromSent.p999')).toHaveLength(2);
    expect(runPercentiles(runsOf([RUN, [spread(4), [4, 5, 6]]]), 'fromSent.p99')).toBeNull();
    expect(runPercentiles(runs, 'fromDue.p99')).toBeNull();
    expect(runPercentiles(runs, 'fromSent.max')).toBeUndefined();
  });
});

const ROUNDS = 5;
const BLOCKS = 15;

/** Two equal servers in turn, of which each has a start of its own, and slices that were disturbed. */
function session(random: () => number): [row: Counted[], baseline: Counted[]][] {
  return Array.from({ length: ROUNDS }, () => {
    const starts = [1, 2].map(() => 0.03 * normal(random));
    let weather = 0.2 * normal(random);
    const row: Counted[] = [];
    const baseline: Counted[] = [];
    for (let block = 0; block < BLOCKS; block++) {
      weather = 0.9 * weather + 0.09 * normal(random);
      for (const [index, slices] of [row, baseline].entries()) {
        const own = 0.05 * (random() < 0.1 ? 10 : 1) * normal(random);
        slices.push(makeSlice(starts[index]! + weather + own, random, 150));
      }
    }
    return [row, baseline];
  });
}

test('of equal servers a difference is said in 5 of 100 sessions at most, and its error is half of that of whole runs', () => {
  const random = makeRandom(61);
  const SESSIONS = 150;
  const rounds = Array.from({ length: ROUNDS }, (_, index) => ({ session: 's', repetition: index + 1 }));
  const effect = (pairs: (readonly number[])[]): Effect => {
    const says = (side: number) => ({
      kind: 'measured' as const,
      rounds,
      runValues: pairs.map((pair) => pair[side]!),
      runOf: pairs.map((_, index) => index),
    });
    return effectBetween(says(0), says(1))!;
  };
  let shown = 0;
  const errors = { slices: 0, runs: 0 };
  for (let index = 0; index < SESSIONS; index++) {
    const made = session(random);
    const { p, error } = effect(made.map((pair) => pair.map((slices) => slicePercentile(slices, 99)!)));
    if (p < ALPHA) shown++;
    errors.slices += error;
    errors.runs += effect(made.map((pair) => pair.map((slices) => p99Of(slices)))).error;
  }
  // Three standard errors of a share of 5 % over 5 %.
  expect(shown / SESSIONS).toBeLessThan(ALPHA + 3 * Math.sqrt((ALPHA * (1 - ALPHA)) / SESSIONS));
  expect(errors.slices).toBeLessThan(errors.runs / 2);
});
