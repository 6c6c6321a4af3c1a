import type { GaugeMetric } from '../metrics/metric.ts';
import { mergeGauge } from './gauge.ts';

const gauge = (levels: Partial<GaugeMetric>): GaugeMetric => ({
  kind: 'gauge',
  unit: 'bytes',
  label: 'memory',
  about: 'Made up.',
  samples: null,
  intervalMs: null,
  median: null,
  max: null,
  ...levels,
});
const sampled = (...samples: number[]) => gauge({ samples, intervalMs: 500 });
const reasons: string[] = [];
const merged = (runs: (GaugeMetric | null)[]) => mergeGauge(runs, (part) => void reasons.push(part));
beforeEach(() => void reasons.splice(0));

describe('mergeGauge', () => {
  test('takes the median of each run’s seconds, then their mean over runs', () => {
    // Seconds 1, 9, 2 and 4: medians 2 and 4; the median sample would be 1.
    expect(merged([sampled(0, 2, 0, 18, 0, 4), sampled(8, 0)]).typical).toMatchObject({ mean: 3, n: 2 });
    expect(merged([sampled(0, 2, 0, 18, 0, 4), sampled(8, 0)]).runValues).toEqual([2, 4]);
  });

  test('takes the maximum of each run’s samples, then their mean over runs', () => {
    expect(merged([sampled(10, 50, 20), sampled(70, 60)]).max).toMatchObject({ mean: 60, n: 2 });
  });

  test('averages samples of the same second, then over runs', () => {
    expect(merged([sampled(10, 20, 30, 50), sampled(5, 5)]).series).toMatchObject({ mean: [10, 40], n: [2, 1] });
  });

  test('takes the figures an import gives when there are no samples', () => {
    const { typical, max, series } = merged([gauge({ median: 30, max: 100 }), gauge({ median: 40 })]);
    expect(typical).toMatchObject({ mean: 35, n: 2 });
    expect(max).toEqual({ mean: 100, low: null, high: null, n: 1 });
    expect(series).toBeNull();
    expect(reasons).toEqual(['series']);
  });

  test('is null, with a reason for each figure, when it was not measured', () => {
    expect(merged([gauge({}), null])).toEqual({ typical: null, runValues: [], runOf: [], max: null, series: null });
    expect(reasons).toEqual(['typical', 'max', 'series']);
    expect(merged([gauge({ samples: [], intervalMs: 100 })]).typical).toBeNull();
  });
});
