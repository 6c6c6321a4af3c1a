/** Made-up run records for tests of the merge and of the page. Nothing here was measured. */
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import {
  FINDING_CODES,
  type Finding,
  type FindingCode,
  type LatencyDistribution,
  RUN_SCHEMA,
  type RunIdentity,
  type RunRecord,
} from '../../protocol/run-record.ts';

/** A distribution holding exactly `valuesMs`. */
export function makeDistribution(valuesMs: number[]): LatencyDistribution {
  const histogram = build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: 3_600_000_000,
    numberOfSignificantValueDigits: 3,
  });
  for (const value of valuesMs) histogram.recordValue(Math.max(0, Math.round(value * 1000)));
  const at = (percentile: number) => histogram.getValueAtPercentile(percentile) / 1000;
  return {
    hdr: encodeIntoCompressedBase64(histogram),
    count: histogram.totalCount,
    mean: histogram.mean / 1000,
    min: at(0),
    p50: at(50),
    p90: at(90),
    p99: at(99),
    p999: at(99.9),
    max: histogram.maxValue / 1000,
  };
}

/** A generator of pseudo-random numbers in 0..1 that gives the same ones for the same seed (mulberry32). */
export function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface MadeRun {
  id?: string;
  identity?: Partial<RunIdentity>;
  session?: string;
  /** Where latencies lie, ms. */
  latencyMs?: number;
  cpuPercent?: number;
  memoryBytes?: number;
  /** Seconds that some messages come late by. */
  overtimeSeconds?: number;
  findings?: FindingCode[];
  seed?: number;
  startedAt?: string;
}

const finding = (code: FindingCode): Finding => ({
  code,
  level: FINDING_CODES[code],
  message: `Made up for a test: ${code}.`,
});

/** A record that could have been measured: a broadcast of 30 messages by each of the clients, with jitter and a tail. */
export function makeRun(options: MadeRun = {}): RunRecord {
  const identity: RunIdentity = {
    scenario: 'auction-broadcast',
    testType: 'broadcast',
    framework: 'alpha',
    frameworkLabel: 'Alpha',
    transport: 'websocket',
    swarm: 'browser',
    browser: 'firefox',
    members: 10,
    clients: 20,
    rate: 2,
    messages: 30,
    payloadBytes: 64,
    phase: 'together',
    repetition: 1,
    standIn: null,
    ...options.identity,
  };
  const random = makeRandom(options.seed ?? identity.repetition);
  const typical = (options.latencyMs ?? 8) * (0.95 + 0.1 * random());
  const buckets = Math.ceil(identity.messages / identity.rate) + (options.overtimeSeconds ?? 0);
  const total = identity.clients * identity.messages;
  const perBucket = new Array<number>(buckets).fill(0);
  const latencySum = new Array<number>(buckets).fill(0);
  const own: number[] = [];
  for (let index = 0; index < total; index++) {
    const planned = Math.floor((index / total) * (identity.messages / identity.rate));
    const late = options.overtimeSeconds && random() < 0.05 ? options.overtimeSeconds : 0;
    const bucket = Math.min(buckets - 1, planned + late);
    const tail = random() < 0.01 ? 4 : 1;
    const start = bucket === 0 ? 1.6 : 1;
    const latency = typical * start * tail * (0.5 - 0.6 * Math.log(1 - random()));
    perBucket[bucket]! += 1;
    latencySum[bucket]! += latency;
    own.push(latency);
  }
  const deliveries = perBucket.map((count) => count * identity.clients);
  const samples = buckets * 10;
  const cpu = options.cpuPercent ?? 14;
  const memory = options.memoryBytes ?? 60 * 2 ** 20;
  const startedAt = options.startedAt ?? `2026-01-0${identity.repetition}T10:00:00.000Z`;
  const id =
    options.id ??
    `${options.session ?? 'session-a'}.${identity.framework}.${identity.transport}.${identity.scenario}.${identity.clients}.${identity.repetition}`;
  return {
    schema: RUN_SCHEMA,
    id,
    kind: 'measured',
    session: { id: options.session ?? 'session-a', profile: 'quick', note: null },
    identity,
    when: { startedAt, finishedAt: startedAt },
    machine: { cpu: 'Made-up CPU', cores: 4, memoryBytes: 8 * 2 ** 30, kernel: 'Linux 6.1' },
    versions: {
      framework: '1.2.3',
      client: '1.2.3',
      runtime: 'node 20.19.0',
      browser: '128.0',
      driver: '0.36.0',
      node: '20.19.0',
      outcry: 'abc1234',
    },
    perSecond: {
      bucketSeconds: 1,
      sentByClients: perBucket,
      receivedByServer: [...perBucket],
      sentByServer: deliveries,
      receivedByClients: [...deliveries],
      latencySum,
      latencyCount: [...perBucket],
      latencyMean: null,
    },
    totals: {
      sentByClients: total,
      receivedByServer: total,
      sentByServer: total * identity.clients,
      receivedByClients: total * identity.clients,
      expectedDeliveries: total * identity.clients,
    },
    latency: {
      fromSent: makeDistribution(own),
      fromDue: makeDistribution(own.map((value) => value + 0.4 + random())),
      delivery: null,
      lateness: makeDistribution(own.map(() => 0.4 + random())),
    },
    resources: {
      server: {
        intervalMs: 100,
        cpuPercent: Array.from({ length: samples }, () => cpu * (0.7 + 0.6 * random())),
        memoryBytes: Array.from({ length: samples }, (_, index) => Math.round(memory * (1 + (0.2 * index) / samples))),
      },
      swarm: {
        intervalMs: 100,
        cpuPercent: Array.from({ length: samples }, () => 150 * (0.8 + 0.4 * random())),
        memoryBytes: Array.from({ length: samples }, () => 3 * 2 ** 30),
      },
      machineCpuPercent: Array.from({ length: samples }, () => 220 * (0.8 + 0.4 * random())),
      serverCpuMedian: null,
      serverMemoryMax: null,
    },
    wire: { bytes: null, httpRequests: null },
    validity: (options.findings ?? []).map(finding),
    notMeasured: {
      'latency.delivery': 'browsers do not share a clock',
      'wire.bytes': 'no counting proxy was asked for',
      'wire.httpRequests': 'no counting proxy was asked for',
    },
  };
}

/** `count` repetitions of one combination. */
export function makeRuns(count: number, options: MadeRun = {}): RunRecord[] {
  return Array.from({ length: count }, (_, index) =>
    makeRun({
      ...options,
      seed: (options.seed ?? 0) * 1000 + index + 1,
      identity: { ...options.identity, repetition: index + 1 },
      startedAt: `2026-01-05T10:${String(index).padStart(2, '0')}:00.000Z`,
    }),
  );
}
