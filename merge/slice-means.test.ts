import type { TrendMetric } from '../metrics/metric.ts';
import { sliceMeans, sliceMedians } from './slice-means.ts';

/** A latency with these sums and counts per second. */
const trend = (sum: number[], count: number[]): TrendMetric => ({
  kind: 'trend',
  unit: 'ms',
  label: 'latency',
  about: 'Made up.',
  series: { sum, count },
  distribution: null,
});
const cut = (seconds: number, slices: number) => ({
  seconds,
  servers: 2,
  readyAfter: 9,
  at: Array.from({ length: slices }, (_, index) => 2 * index),
  place: Array.from({ length: slices }, () => 1),
});

test('each slice counts once, however many messages it has and however long they took', () => {
  const run = { trend: trend([20, 80, 9], [10, 10, 9]), slices: cut(1, 3) };
  expect(sliceMeans([run], 1).sliceMeans![0]).toBeCloseTo((2 * 8 * 1) ** (1 / 3));
});

test('a slice may take several seconds, and what comes after the last one is no slice', () => {
  const run = { trend: trend([10, 30, 40, 40, 7], [10, 10, 10, 10, 0]), slices: cut(2, 2) };
  expect(sliceMeans([run], 1).sliceMeans![0]).toBeCloseTo(Math.sqrt(2 * 4));
});

test('where a run was not cut, or a slice is empty, there is nothing to pair', () => {
  const whole = { trend: trend([20, 80], [10, 10]), slices: undefined };
  const some = { trend: trend([20, 80], [10, 10]), slices: cut(1, 2) };
  const empty = { trend: trend([20, 0], [10, 0]), slices: cut(1, 2) };
  expect(sliceMeans([some, whole], 1)).toEqual({});
  expect(sliceMeans([some, empty], 1)).toEqual({});
  expect(sliceMeans([], 1)).toEqual({});
});

test('the median of a slice counts once, however slow its slowest message', () => {
  const slices = [
    { values: [1, 2, 900], counts: [1, 3, 1] },
    { values: [8, 9], counts: [2, 1] },
  ];
  expect(sliceMedians([slices, slices]).sliceMedians).toEqual([4, 4]);
});

test('where a run keeps no histograms, or a slice has no message, there are no medians', () => {
  const slice = { values: [1], counts: [3] };
  expect(sliceMedians([[slice], undefined])).toEqual({});
  expect(sliceMedians([[slice, { values: [], counts: [] }]])).toEqual({});
  expect(sliceMedians([])).toEqual({});
});
