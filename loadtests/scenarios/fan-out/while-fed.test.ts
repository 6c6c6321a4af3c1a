import type { GaugeMetric } from '../../../metrics/metric.ts';
import { BACKEND_METRICS, RESOURCE_METRICS } from '../../../metrics/standard-metrics.ts';
import { count } from '../testing/evidence.ts';
import { WHILE_FED } from './while-fed.ts';

const cpu = (samples: number[] | null): GaugeMetric => ({
  ...RESOURCE_METRICS.serverCpu,
  kind: 'gauge',
  samples,
  intervalMs: samples === null ? null : 500,
  median: null,
  max: null,
});

const level = (name: keyof typeof WHILE_FED, fed: number[], samples: number[] | null) =>
  WHILE_FED[name].from(
    { sentByBackend: count(BACKEND_METRICS.sentByBackend, fed), serverCpu: cpu(samples) },
    { swarm: 'console', members: 1 },
  );

const during = (fed: number[], samples: number[] | null) => level('cpuDuring', fed, samples);

test('CPU during is that of the seconds in which bodies were fed, and not of the pings before', () => {
  expect(during([0, 0, 200, 200], [1, 1, 2, 2, 40, 60, 70, 90])).toEqual([50, 80]);
});

test('a second in which the feed only ended does not count', () => {
  expect(during([200, 200, 10], [50, 50, 60, 60, 5, 5])).toEqual([50, 60]);
});

test('CPU before and after is that of the seconds without bodies', () => {
  const samples = [1, 3, 40, 60, 70, 90, 5, 7];
  expect(level('cpuBefore', [0, 200, 200, 0], samples)).toEqual([2]);
  expect(level('cpuAfter', [0, 200, 200, 0], samples)).toEqual([6]);
  expect(level('cpuAfter', [0, 200, 200], samples.slice(0, 6))).toBe('no sample was taken after bodies were fed');
});

test('CPU that was not sampled, or not then, is not made up', () => {
  expect(during([200], null)).toBe('it was not sampled');
  expect(during([0, 200], [1, 1])).toMatch(/no sample/);
  expect(during([], [1, 1])).toMatch(/no sample/);
});
