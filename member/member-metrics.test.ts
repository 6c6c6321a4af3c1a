import { Buckets, TestMetrics } from './member-metrics.ts';
import { histogramOf } from './testing/histogram-of.ts';

const DECLARED = { things: { kind: 'count' }, times: { kind: 'trend' }, level: { kind: 'gauge' } } as const;

function metrics(widthMs = 1000, spanMs = 10_000) {
  const buckets = new Buckets(widthMs, spanMs);
  buckets.start = 5_000;
  return new TestMetrics(DECLARED, buckets);
}

test('a counter counts in the bucket of the time, up to the last that has any', () => {
  const all = metrics();
  const things = all.counter('things');
  things.add(5_000);
  things.add(5_999.9, 4);
  things.add(8_000);
  expect(all.measured()).toEqual({ things: { kind: 'count', series: [5, 0, 0, 1] } });
});

test('what is earlier than the start is in the first bucket, and what is too late in the last', () => {
  const all = metrics(1000, 2_000);
  const things = all.counter('things');
  things.add(0);
  things.add(1e12);
  expect(all.measured()).toEqual({ things: { kind: 'count', series: [1, 0, 0, 1] } });
});

test('a trend keeps sum and count per bucket and the whole distribution', () => {
  const all = metrics(500);
  const times = all.trend('times');
  times.record(5_100, 2);
  times.record(5_200, 3.5);
  times.record(5_700, 7_200);
  expect(all.measured()).toEqual({
    times: { kind: 'trend', sum: [5.5, 7_200], count: [2, 1], hdr: histogramOf(2, 3.5, 7_200), negative: 0 },
  });
});

test('a value of 0 is a value; one below it, or none, is counted apart', () => {
  const all = metrics();
  const times = all.trend('times');
  for (const value of [0, -0.001, Number.NaN]) times.record(5_000, value);
  expect(all.measured()).toEqual({ times: { kind: 'trend', sum: [0], count: [1], hdr: histogramOf(0), negative: 2 } });
});

test('a gauge keeps its samples', () => {
  const all = metrics();
  for (const value of [3, 1]) all.gauge('level', 100).sample(value);
  expect(all.measured()).toEqual({ level: { kind: 'gauge', intervalMs: 100, samples: [3, 1] } });
});

test('asking twice gives the same metric', () => {
  const all = metrics();
  expect(all.counter('things')).toBe(all.counter('things'));
});
