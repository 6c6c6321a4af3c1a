import type { GaugeMetric, Metric, TrendMetric } from '../../metrics/metric.ts';
import { CLIENT_METRICS, RESOURCE_METRICS, SERVER_METRICS } from '../../metrics/standard-metrics.ts';
import { clientShare } from './client-share.ts';
import { count } from './testing/evidence.ts';

const swarmCpu: GaugeMetric = {
  ...RESOURCE_METRICS.swarmCpu,
  kind: 'gauge',
  samples: new Array(10).fill(20),
  intervalMs: 100,
  median: null,
  max: null,
};
const latency = (mean: number): TrendMetric => ({
  ...CLIENT_METRICS.fromSent,
  kind: 'trend',
  series: null,
  distribution: { hdr: '', count: 100, mean, min: mean, p50: mean, p90: mean, p99: mean, p999: mean, max: mean },
});
/** 200 ms of a core for 2,000 deliveries: 0.1 ms each. A message has 20 copies. */
const metrics: Record<string, Metric> = {
  swarmCpu,
  receivedByServer: count(SERVER_METRICS.receivedByServer, [100]),
  receivedByClients: count(CLIENT_METRICS.receivedByClients, [2_000]),
  fromSent: latency(4.2),
};
const ofOne = { swarm: 'console', members: 1 } as const;

test('the share is the work on half of the copies and on its own', () => {
  expect(clientShare.from(metrics, ofOne)[0]).toBeCloseTo((100 * 10.5 * 0.1) / 4.2);
});

test('workers share the copies', () => {
  expect(clientShare.from(metrics, { ...ofOne, members: 4 })[0]).toBeCloseTo((100 * 3 * 0.1) / 4.2);
});

test('it is never more than all of the latency', () => {
  expect(clientShare.from({ ...metrics, fromSent: latency(0.5) }, ofOne)).toEqual([100]);
});

test('it is not told of messages without other copies, as echoes are: much of the work is done before they are sent', () => {
  const echoes = { ...metrics, receivedByServer: count(SERVER_METRICS.receivedByServer, [2_000]) };
  expect(clientShare.from(echoes, ofOne)).toMatch(/one copy in a worker/);
});

test('it is not told where clients share no thread, or where something of it was not measured', () => {
  expect(clientShare.from(metrics, { ...ofOne, swarm: 'browser' })).toMatch(/console swarm/);
  for (const [lacking, why] of [
    ['swarmCpu', /CPU of the swarm/],
    ['receivedByServer', /no message was delivered/],
    ['receivedByClients', /no message was delivered/],
    ['fromSent', /latency from sent/],
  ] as const) {
    const { [lacking]: _, ...rest } = metrics;
    expect(clientShare.from(rest, ofOne)).toMatch(why);
  }
});
