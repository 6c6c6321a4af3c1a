import type { GaugeMetric } from '../../../protocol/metrics.ts';
import { BACKEND_METRICS, RESOURCE_METRICS } from '../../../protocol/standard-metrics.ts';
import { count } from '../testing/evidence.ts';
import { CPU_DURING } from './cpu-during.ts';

const cpu = (samples: number[] | null): GaugeMetric => ({
  ...RESOURCE_METRICS.serverCpu,
  kind: 'gauge',
  samples,
  intervalMs: samples === null ? null : 500,
  median: null,
  max: null,
});

const during = (fed: number[], samples: number[] | null) =>
  CPU_DURING.from({ sentByBackend: count(BACKEND_METRICS.sentByBackend, fed), serverCpu: cpu(samples) });

test('CPU during is that of the seconds in which bodies were fed, and not of the pings before', () => {
  expect(during([0, 0, 200, 200], [1, 1, 2, 2, 40, 60, 70, 90])).toEqual([50, 80]);
});

test('a second in which the feed only ended does not count', () => {
  expect(during([200, 200, 10], [50, 50, 60, 60, 5, 5])).toEqual([50, 60]);
});

test('CPU that was not sampled, or not then, is not made up', () => {
  expect(during([200], null)).toBe('CPU was not sampled');
  expect(during([0, 200], [1, 1])).toMatch(/no sample/);
  expect(during([], [1, 1])).toMatch(/no sample/);
});
