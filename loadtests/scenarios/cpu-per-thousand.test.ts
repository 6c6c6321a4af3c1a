import type { GaugeMetric } from '../../metrics/metric.ts';
import { CLIENT_METRICS, RESOURCE_METRICS, SERVER_METRICS } from '../../metrics/standard-metrics.ts';
import { bytesPerDelivery, cpuPerDeliveries, cpuPerMessages } from './cpu-per-thousand.ts';
import { count } from './testing/evidence.ts';

const CLIENTS = { swarm: 'console', members: 1 } as const;

const cpu = (samples: number[] | null): GaugeMetric => ({
  ...RESOURCE_METRICS.serverCpu,
  kind: 'gauge',
  samples,
  intervalMs: samples && 100,
  median: null,
  max: null,
});
const metrics = {
  // 20 samples of 100 ms at 25 % are 500 ms of a core.
  serverCpu: cpu(new Array(20).fill(25)),
  receivedByServer: count(SERVER_METRICS.receivedByServer, [400, 100]),
  receivedByClients: count(CLIENT_METRICS.receivedByClients, [2_000, 500]),
};

describe('CPU per 1,000', () => {
  test('messages is the time of a core that the server took, over what it received', () => {
    expect(cpuPerMessages.from(metrics, CLIENTS)).toEqual([1000]);
  });

  test('deliveries is that over what arrived at clients, on however many cores it was', () => {
    expect(cpuPerDeliveries.from(metrics, CLIENTS)).toEqual([200]);
    const onTwo = { ...metrics, serverCpu: cpu(new Array(10).fill(50)) };
    expect(cpuPerDeliveries.from(onTwo, CLIENTS)).toEqual([200]);
  });

  test('is not known without one of the two', () => {
    expect(cpuPerMessages.from({ ...metrics, serverCpu: cpu(null) }, CLIENTS)).toMatch(/CPU .* not measured/);
    const none = { ...metrics, receivedByServer: count(SERVER_METRICS.receivedByServer, []) };
    expect(cpuPerMessages.from(none, CLIENTS)).toMatch(/received nothing/);
    const { receivedByClients: _, ...unknown } = metrics;
    expect(cpuPerDeliveries.from(unknown, CLIENTS)).toMatch(/nothing was delivered/);
  });
});

test('bytes per delivery are all bytes over what arrived, and unknown where bytes or deliveries are', () => {
  const wireBytes = count(RESOURCE_METRICS.wireBytes, [300_000]);
  expect(bytesPerDelivery.from({ ...metrics, wireBytes }, CLIENTS)).toEqual([120]);
  expect(bytesPerDelivery.from(metrics, CLIENTS)).toBe('bytes are counted only with --wire');
  expect(bytesPerDelivery.from({ wireBytes }, CLIENTS)).toBe('nothing was delivered');
});
