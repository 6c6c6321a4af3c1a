import { metricsWith } from '../../../metrics/standard-metrics.ts';
import type { MonitorSamples } from '../../monitor/monitor-samples.ts';
import { type GaugeContext, gaugeMetrics } from './gauges.ts';

const at = [100, 1_100, 2_100];
const tree = { intervalMs: 1000, at, cpuPercent: [1, 2, 3], memoryBytes: [1e6, 2e6, 3e6] };
const waiting = {
  ...{ intervalMs: 1000, at, mostRanPercent: 50 },
  ...{ busiestPercent: [1, 2, 3], busiestPerTurnMs: [1, 2, 3], allPercent: [1, 2, 3], allPerTurnMs: [1, 2, 3] },
};
const samples = {
  ...{ server: tree, swarm: tree, machine: tree, front: tree },
  ...{ serverWait: waiting, swarmWait: waiting, frontWait: waiting },
} as unknown as MonitorSamples;

function gauges(change: Partial<GaugeContext> = {}) {
  const missing: Record<string, string> = {};
  const window = { from: 1_000, to: 3_000 };
  const metrics = gaugeMetrics(
    { samples, samplesMissing: null, otherProcess: null, window, ...change },
    (name, reason) => {
      missing[name] = reason;
    },
  );
  return { metrics, missing };
}

test('every entry that names samples of the monitor gets those of the test', () => {
  const { metrics, missing } = gauges();
  expect(Object.keys(metrics)).toEqual(metricsWith('sampled').map(({ name }) => name));
  for (const { samples: values } of Object.values(metrics)) expect(values).toHaveLength(2);
  expect(missing).toEqual({});
});

test('what was not sampled has the reason of its source, and a front that is not there has no gauges', () => {
  const alone = { ...samples, swarm: null, swarmWait: null, front: undefined, serverWait: null };
  const { metrics, missing } = gauges({ samples: alone as unknown as MonitorSamples });
  expect(missing).toEqual({
    swarmCpu: 'the swarm does not run on this machine',
    swarmMemory: 'the swarm does not run on this machine',
    swarmCpuWait: 'the swarm does not run on this machine',
    swarmTurnWait: 'the swarm does not run on this machine',
    serverCpuWait: expect.stringContaining('schedstat'),
    serverTurnWait: expect.stringContaining('schedstat'),
    serverCpuWaitAll: expect.stringContaining('schedstat'),
  });
  expect(metrics.swarmCpu).toMatchObject({ label: 'swarm CPU', samples: null, intervalMs: null });
  expect(metrics).not.toHaveProperty('frontCpu');
});

test('an engine has words of its own for what it counts', () => {
  const { metrics } = gauges({ samples: { ...samples, byEngine: true } });
  expect(metrics.serverCpu!.about).toContain('as its engine counts it');
  expect(metrics.swarmCpu!.about).not.toContain('engine');
});
