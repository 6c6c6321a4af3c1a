import type { Metric } from '../metrics/metric.ts';
import { padMetrics } from './pad-metrics.ts';

test('all series end with the same bucket; what has none is left as it is', () => {
  const about = { unit: '', label: '', about: '' };
  const count = (series: number[] | null): Metric => ({ ...about, kind: 'count', total: 1, expected: null, series });
  const trend = (sum: number[], counts: number[]): Metric => {
    return { ...about, kind: 'trend', series: { sum, count: counts }, distribution: null };
  };
  const padded = padMetrics({ a: count([1]), b: count(null), c: trend([1, 0, 5], [1, 0, 1]) });
  expect(padded).toEqual({ a: count([1, 0, 0]), b: count(null), c: trend([1, 0, 5], [1, 0, 1]) });
  expect(padMetrics({})).toEqual({});
});
