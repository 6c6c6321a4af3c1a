import type { Measured } from '../metrics/metric.ts';
import { sum } from './histogram.ts';
import { mergeReports } from './merge-reports.ts';
import { histogramOf } from './testing/histogram-of.ts';

const merged = (...all: Record<string, Measured>[]) => mergeReports(all.map((metrics) => ({ metrics })));

test('counts are added bucket by bucket, also where one ends earlier', () => {
  expect(merged({ a: { kind: 'count', series: [1, 2] } }, { a: { kind: 'count', series: [10, 20, 30] } })).toEqual({
    a: { kind: 'count', series: [11, 22, 30] },
  });
});

test('of trends the values are added, not the figures', () => {
  const { a } = merged(
    { a: { kind: 'trend', sum: [3], count: [2], hdr: histogramOf(1, 2), negative: 1 } },
    { a: { kind: 'trend', sum: [0, 9], count: [0, 1], hdr: histogramOf(9), negative: 2 } },
    { a: { kind: 'trend', sum: [], count: [], hdr: null, negative: 0 } },
  );
  expect(a).toMatchObject({ kind: 'trend', sum: [3, 9], count: [2, 1], negative: 3 });
  expect(sum([(a as { hdr: string }).hdr]).outputPercentileDistribution()).toBe(
    sum([histogramOf(1, 2, 9)]).outputPercentileDistribution(),
  );
});

test('levels are added sample by sample, for as long as all were looked at', () => {
  const gauge = (samples: number[], intervalMs = 100): Measured => ({ kind: 'gauge', intervalMs, samples });
  expect(merged({ a: gauge([1, 2, 3]) }, { a: gauge([10, 20]) })).toEqual({ a: gauge([11, 22]) });
  expect(() => merged({ a: gauge([1]) }, { a: gauge([1], 50) })).toThrow('"a" at different intervals');
});

test('what only some measured is theirs, and no reports are no metrics', () => {
  expect(merged({}, { a: { kind: 'count', series: [1] } })).toEqual({ a: { kind: 'count', series: [1] } });
  expect(mergeReports([])).toEqual({});
});

test('one name for two kinds is a mistake, and says so', () => {
  const counted: Measured = { kind: 'count', series: [1] };
  const sampled: Measured = { kind: 'gauge', intervalMs: 1, samples: [] };
  expect(() => merged({ a: counted }, { a: sampled })).toThrow('Members measured "a" as different kinds of metric.');
});
