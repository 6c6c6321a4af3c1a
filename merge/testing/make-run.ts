/** Made-up run records for tests of the merge and of the page. Nothing here was measured. */
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js';
import type { CountMetric, Distribution, GaugeMetric, Metric, TrendMetric } from '../../metrics/metric.ts';
import { CLIENT_METRICS, RESOURCE_METRICS, SERVER_METRICS } from '../../metrics/standard-metrics.ts';
import { seededRandom } from '../../protocol/random.ts';
import { FLAG_CODES, type Flag, RUN_SCHEMA, type RunIdentity, type RunRecord } from '../../protocol/run-record.ts';

/** A distribution holding exactly `valuesMs`. */
export function makeDistribution(valuesMs: number[]): Distribution {
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

/** Numbers of 0..1, the same for the same seed. */
export const makeRandom = (seed: number): (() => number) => seededRandom(seed, 0);

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
  findings?: KnownCode[];
  /** With the latency's parts: client to server, in the server, server to client. */
  hops?: boolean;
  /** A step of this search. */
  search?: RunRecord['session']['search'];
  seed?: number;
  startedAt?: string;
}

type KnownCode = keyof typeof FLAG_CODES;

const finding = (code: KnownCode): Flag => ({
  code,
  level: FLAG_CODES[code],
  message: `Made up for a test: ${code}.`,
});

export const makeCount = (series: number[] | null, expected: number | null = null) => ({
  kind: 'count' as const,
  total: series?.reduce((sum, value) => sum + value, 0) ?? null,
  expected,
  series,
});

export const makeTrend = (series: TrendMetric['series'], valuesMs: number[] | null) => ({
  kind: 'trend' as const,
  series,
  distribution: valuesMs && makeDistribution(valuesMs),
});

export const makeGauge = (
  samples: number[] | null,
  intervalMs = 100,
): Omit<GaugeMetric, 'unit' | 'label' | 'about'> => ({
  kind: 'gauge',
  samples,
  intervalMs: samples && intervalMs,
  median: null,
  max: null,
});

/** The metrics of a {@link makeRun}, as what they are: `metrics` of a record tells no name's kind. */
export interface MadeMetrics extends Record<string, Metric> {
  sentByClients: CountMetric;
  receivedByClients: CountMetric;
  fromSent: TrendMetric;
  fromDue: TrendMetric;
  serverCpu: GaugeMetric;
  serverMemory: GaugeMetric;
}

export type MadeRecord = RunRecord & { metrics: MadeMetrics };

const IDENTITY: RunIdentity = {
  scenario: 'auction-broadcast',
  params: { rate: 2, messages: 30, payload: 64, phase: 'together' },
  framework: 'alpha',
  frameworkLabel: 'Alpha',
  transport: 'websocket',
  swarm: 'browser',
  browser: 'firefox',
  members: 10,
  clients: 20,
  repetition: 1,
};

/** A record that could have been measured: a broadcast of 30 messages by each of the clients, with jitter and a tail. */
export function makeRun(options: MadeRun = {}): MadeRecord {
  const identity: RunIdentity = { ...IDENTITY, ...options.identity };
  const seconds = Number(identity.params.messages) / Number(identity.params.rate);
  const startedAt = options.startedAt ?? `2026-01-0${identity.repetition}T10:00:00.000Z`;
  const { framework, transport, scenario, clients, repetition } = identity;
  const session = options.session ?? 'session-a';
  return {
    schema: RUN_SCHEMA,
    id: options.id ?? `${session}.${framework}.${transport}.${scenario}.${clients}.${repetition}`,
    kind: 'measured',
    session: { id: session, profile: 'quick', note: null, search: options.search ?? null },
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
    plan: { seconds, bucketSeconds: 1 },
    metrics: makeMetrics(identity, seconds, options),
    validity: (options.findings ?? []).map(finding),
    notMeasured: {
      'metrics.delivery': 'browsers do not share a clock',
      'metrics.fromDue.series': 'made up per run only',
      'metrics.lateness.series': 'made up per run only',
      'metrics.wireBytes': 'no counting proxy was asked for',
      'metrics.httpRequests': 'no counting proxy was asked for',
    },
  };
}

/** Latencies by the bucket that each was sent in, with a slow first second and a tail. */
function makeLatencies({ clients, params }: RunIdentity, seconds: number, options: MadeRun, random: () => number) {
  const typical = (options.latencyMs ?? 8) * (0.95 + 0.1 * random());
  const buckets = Math.ceil(seconds) + (options.overtimeSeconds ?? 0);
  const total = (clients ?? 0) * Number(params.messages);
  const count = new Array<number>(buckets).fill(0);
  const sum = new Array<number>(buckets).fill(0);
  const own: number[] = [];
  for (let index = 0; index < total; index++) {
    const planned = Math.floor((index / total) * seconds);
    const late = options.overtimeSeconds && random() < 0.05 ? options.overtimeSeconds : 0;
    const bucket = Math.min(buckets - 1, planned + late);
    const tail = random() < 0.01 ? 4 : 1;
    const start = bucket === 0 ? 1.6 : 1;
    const latency = typical * start * tail * (0.5 - 0.6 * Math.log(1 - random()));
    count[bucket]! += 1;
    sum[bucket]! += latency;
    own.push(latency);
  }
  return { count, sum, own };
}

function makeMetrics(identity: RunIdentity, seconds: number, options: MadeRun): MadeMetrics {
  const random = makeRandom(options.seed ?? identity.repetition);
  const { count, sum, own } = makeLatencies(identity, seconds, options, random);
  const deliveries = count.map((each) => each * (identity.clients ?? 0));
  const expected = own.length * (identity.clients ?? 0);
  const cpu = options.cpuPercent ?? 14;
  const memory = options.memoryBytes ?? 60 * 2 ** 20;
  const times = count.length * 10;
  const samples = (of: (index: number) => number) => makeGauge(Array.from({ length: times }, (_, index) => of(index)));
  const later = (by: () => number) => makeTrend(null, own.map(by));
  return {
    sentByClients: { ...CLIENT_METRICS.sentByClients, ...makeCount(count) },
    receivedByServer: { ...SERVER_METRICS.receivedByServer, ...makeCount([...count]) },
    sentByServer: { ...SERVER_METRICS.sentByServer, ...makeCount(deliveries) },
    receivedByClients: { ...CLIENT_METRICS.receivedByClients, ...makeCount([...deliveries], expected) },
    fromSent: { ...CLIENT_METRICS.fromSent, ...makeTrend({ sum, count: [...count] }, own) },
    fromDue: {
      ...CLIENT_METRICS.fromDue,
      ...makeTrend(
        null,
        own.map((value) => value + 0.4 + random()),
      ),
    },
    lateness: { ...CLIENT_METRICS.lateness, ...later(() => 0.4 + random()) },
    ...(options.hops ? makeHops(sum, count, own) : {}),
    serverCpu: { ...RESOURCE_METRICS.serverCpu, ...samples(() => cpu * (0.7 + 0.6 * random())) },
    serverMemory: {
      ...RESOURCE_METRICS.serverMemory,
      ...samples((index) => Math.round(memory * (1 + (0.2 * index) / times))),
    },
    swarmCpu: { ...RESOURCE_METRICS.swarmCpu, ...samples(() => 150 * (0.8 + 0.4 * random())) },
    swarmMemory: { ...RESOURCE_METRICS.swarmMemory, ...samples(() => 3 * 2 ** 30) },
    machineCpu: { ...RESOURCE_METRICS.machineCpu, ...samples(() => 220 * (0.8 + 0.4 * random())) },
  };
}

function makeHops(sum: number[], count: number[], own: number[]): Record<string, TrendMetric> {
  const part = (share: number) =>
    makeTrend(
      { sum: sum.map((each) => each * share), count },
      own.map((each) => each * share),
    );
  return {
    toServer: { ...CLIENT_METRICS.toServer, ...part(0.3) },
    inServer: { ...CLIENT_METRICS.inServer, ...part(0.5) },
    toClient: { ...CLIENT_METRICS.toClient, ...part(0.2) },
  };
}

/** `count` repetitions of one combination. */
export function makeRuns(count: number, options: MadeRun = {}): MadeRecord[] {
  return Array.from({ length: count }, (_, index) =>
    makeRun({
      ...options,
      seed: (options.seed ?? 0) * 1000 + index + 1,
      identity: { ...options.identity, repetition: index + 1 },
      startedAt: `2026-01-05T10:${String(index).padStart(2, '0')}:00.000Z`,
    }),
  );
}
