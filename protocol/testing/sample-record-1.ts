/** A made-up run record of the first schema, for tests of what reads it. */
import { RUN_SCHEMA_1, type RunRecord1 } from '../run-record-1.ts';
import { sampleDistribution } from './sample-distribution.ts';

/** A good record of a small measured run, as they once were: 2 clients, 3 seconds. Change what a test is about. */
export function sampleRecord1(change: (record: RunRecord1) => void = () => {}): RunRecord1 {
  const record: RunRecord1 = {
    schema: RUN_SCHEMA_1,
    id: 'shout-websocket-old',
    kind: 'measured',
    session: { id: 'evening', profile: 'quick', note: null },
    identity: {
      scenario: 'study-a',
      testType: 'broadcast',
      framework: 'shout',
      frameworkLabel: 'Shout',
      transport: 'websocket',
      swarm: 'browser',
      browser: 'firefox',
      members: 1,
      clients: 2,
      rate: 1,
      messages: 3,
      payloadBytes: 16,
      phase: 'together',
      repetition: 1,
      standIn: null,
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
    perSecond: {
      bucketSeconds: 1,
      sentByClients: [2, 2, 2],
      receivedByServer: [2, 2, 2],
      sentByServer: [4, 4, 4],
      receivedByClients: [4, 4, 4],
      latencySum: [10.5, 8, 9],
      latencyCount: [2, 2, 2],
      latencyMean: null,
    },
    totals: {
      sentByClients: 6,
      receivedByServer: 6,
      sentByServer: 12,
      receivedByClients: 12,
      expectedDeliveries: 12,
    },
    latency: {
      fromSent: sampleDistribution([4, 5, 5.5, 4, 4, 5]),
      fromDue: sampleDistribution([4, 5, 6, 4, 4, 5]),
      delivery: null,
      lateness: sampleDistribution([0.1, 0.2, 0.5, 0.1, 0.1, 0.1]),
    },
    resources: {
      server: { intervalMs: 100, cpuPercent: [1, 2, 3], memoryBytes: [1e7, 1e7, 1.1e7] },
      swarm: null,
      machineCpuPercent: [20, 30, 40],
      serverCpuMedian: null,
      serverMemoryMax: null,
    },
    wire: { bytes: null, httpRequests: null },
    validity: [],
    notMeasured: {
      'latency.delivery': 'browsers share no clock',
      'resources.swarm': 'not asked for',
      'wire.bytes': 'no proxy was between clients and server',
      'wire.httpRequests': 'no proxy was between clients and server',
    },
  };
  change(record);
  return record;
}
