import type { RunRecord } from '../protocol/run-record.ts';
import { figureOf } from './figures.ts';
import { mergeRuns } from './index.ts';
import { makeDistribution, makeRuns } from './testing/make-run.ts';

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
