/** Made-up run records for tests. */
import type { CountMetric, TrendMetric } from '../../metrics/metric.ts';
import { CLIENT_METRICS, RESOURCE_METRICS, SERVER_METRICS } from '../../metrics/standard-metrics.ts';
import { RUN_SCHEMA, type RunRecord } from '../../protocol/run-record.ts';
import { sampleDistribution } from '../../protocol/testing/sample-distribution.ts';

const count = (total: number, series: number[]): Pick<CountMetric, 'kind' | 'total' | 'expected' | 'series'> => ({
  kind: 'count',
  total,
  expected: total,
  series,
});

const gauge = (samples: number[]) => ({ kind: 'gauge' as const, samples, intervalMs: 100, median: null, max: null });

/** A good record of a small measured run: 2 clients, 3 seconds. Change what a test is about. */
// biome-ignore lint/suspicious/noExplicitAny: tests put wrong things into metrics, and know what right ones are
export function sampleRecord(change: (record: RunRecord, metrics: Record<string, any>) => void = () => {}): RunRecord {
  const record: RunRecord = {
    schema: RUN_SCHEMA,
    id: 'shout-websocket-1',
    kind: 'measured',
    session: { id: 'evening', profile: 'quick', note: null, search: null },
    identity: {
      scenario: 'study-a',
      params: { rate: 1, messages: 3, payload: 16, phase: 'together' },
      framework: 'shout',
      frameworkLabel: 'Shout',
      transport: 'websocket',
      swarm: 'browser',
      browser: 'firefox',
      members: 1,
      clients: 2,
      repetition: 1,
    },
    when: { startedAt: '2026-01-02T20:00:00.000Z', finishedAt: '2026-01-02T20:00:09.000Z' },
    machine: { cpu: 'Abacus 4', cores: 2, memoryBytes: 8_000_000_000, kernel: 'Linux 6' },
    versions: {
      framework: '1.0.0',
      client: '1.0.0',
      runtime: '20.20.0',
      browser: '140.0',
      driver: '0.37.0',
      node: '20.20.0',
      outcry: 'abc',
    },
    plan: { seconds: 3, bucketSeconds: 1 },
    metrics: {
      sentByClients: { ...CLIENT_METRICS.sentByClients, ...count(6, [2, 2, 2]) },
      receivedByServer: { ...SERVER_METRICS.receivedByServer, ...count(6, [2, 2, 2]) },
      sentByServer: { ...SERVER_METRICS.sentByServer, ...count(12, [4, 4, 4]) },
      receivedByClients: { ...CLIENT_METRICS.receivedByClients, ...count(12, [4, 4, 4]) },
      fromSent: {
        ...CLIENT_METRICS.fromSent,
        kind: 'trend',
        series: { sum: [10.5, 8, 9], count: [2, 2, 2] },
        distribution: sampleDistribution([4, 5, 5.5, 4, 4, 5]),
      } satisfies TrendMetric,
      fromDue: {
        ...CLIENT_METRICS.fromDue,
        kind: 'trend',
        series: null,
        distribution: sampleDistribution([4, 5, 6, 4, 4, 5]),
      },
      serverCpu: { ...RESOURCE_METRICS.serverCpu, ...gauge([1, 2, 3]) },
      serverMemory: { ...RESOURCE_METRICS.serverMemory, ...gauge([1e7, 1e7, 1.1e7]) },
    },
    validity: [],
    notMeasured: {
      'metrics.delivery': 'browsers share no clock',
      'metrics.fromDue.series': 'kept per run only',
      'metrics.swarmCpu': 'not asked for',
      'metrics.wireBytes': 'no proxy was between clients and server',
    },
  };
  change(record, record.metrics);
  return record;
}
