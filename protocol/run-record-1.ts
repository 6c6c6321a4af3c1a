/**
 * The run record's first schema, `outcry/run@1`, which knew one experiment. Files in it stay as they are and are read through
 * `upgrade.ts`; nothing writes it any more.
 * What was not measured is null, and `notMeasured` says why. Nothing in a record is estimated.
 */
import type { Finding, RunKind, RunMachine, RunVersions, SwarmKind } from './run-record.ts';

export const RUN_SCHEMA_1 = 'outcry/run@1';

/** The transports there were. */
export const TRANSPORTS_1 = ['websocket', 'sse', 'http-streaming', 'long-polling', 'polling', 'ws-polling'] as const;

/** `broadcast`: every message goes to every connection. `echo`: it goes back to its sender alone. */
export type TestType = 'broadcast' | 'echo';

/** The finding codes there were. */
export const FINDING_CODES_1 = [
  'messages-lost',
  'duplicates',
  'out-of-order',
  'counts-disagree',
  'transport-fell-back',
  'client-died',
  'server-restarted',
  'negative-latency',
  'overtime',
  'swarm-saturated',
  'warm-up-short',
  'few-runs',
  'monitor-gaps',
  'wire-proxy',
  'stand-in',
  'edition-limits',
  'import-counts-lost',
  'import-counts-over',
  'import-missing-seconds',
  'import-uneven-series',
  'import-unit-assumed',
  'import-skipped',
] as const;

/**
 * One latency distribution. `hdr` is the whole histogram (HDR, V2 compressed, base64, microseconds); the figures are
 * read from it, in ms, for people and scripts that cannot read it. Merging adds histograms, never these figures.
 */
export interface LatencyDistribution1 {
  hdr: string;
  count: number;
  mean: number;
  min: number;
  p50: number;
  p90: number;
  p99: number;
  p999: number;
  max: number;
}

/** Samples of one process tree, `intervalMs` apart. CPU is % of one core (200 = two cores busy). */
export interface ResourceSamples1 {
  intervalMs: number;
  cpuPercent: number[];
  /** Sum of the resident set sizes of the tree's processes, bytes. */
  memoryBytes: number[];
}

/** What was run. Two records with the same identity but for `repetition` are of one combination. */
export interface RunIdentity1 {
  scenario: string;
  testType: TestType;
  /** The app's id, and its label for people. */
  framework: string;
  frameworkLabel: string;
  transport: (typeof TRANSPORTS_1)[number];
  swarm: SwarmKind;
  /** `firefox` or `chrome`; null for console swarms. */
  browser: string | null;
  /** How many browsers (or worker processes) held the clients. */
  members: number;
  clients: number;
  /** Messages per second per client. */
  rate: number;
  /** Messages per client. */
  messages: number;
  payloadBytes: number;
  /** `together`: all clients send at once, as study A's did. `spread`: evenly over the interval. */
  phase: 'together' | 'spread';
  /** 1, 2, 3 ... within its session. */
  repetition: number;
  /** Set when something stood in for a part of the framework: the sentence to show with every number. */
  standIn: string | null;
}

/** Arrays per bucket of `bucketSeconds` since the start of the test, index 0 first. Null: not measured. */
export interface PerSecond1 {
  bucketSeconds: number;
  sentByClients: number[] | null;
  receivedByServer: number[] | null;
  sentByServer: number[] | null;
  receivedByClients: number[] | null;
  /** Sum of latencies from `sent`, ms, of own messages by the bucket they were sent in; and how many. */
  latencySum: number[] | null;
  latencyCount: number[] | null;
  /** Mean latency, ms. Only for imported runs, which have no sum and count; null in a measured run. */
  latencyMean: (number | null)[] | null;
}

export interface RunTotals1 {
  sentByClients: number | null;
  receivedByServer: number | null;
  sentByServer: number | null;
  receivedByClients: number | null;
  /** Deliveries there should have been. */
  expectedDeliveries: number | null;
}

export interface RunRecord1 {
  schema: typeof RUN_SCHEMA_1;
  /** Unique: `RUN_ID_PATTERN` of `run-record.ts`. Also the name of its file, `<id>.json`. */
  id: string;
  kind: RunKind;
  session: {
    /** Unique per `./outcry run`; also matches `RUN_ID_PATTERN`. */
    id: string;
    /** The profile's name, or null. */
    profile: string | null;
    /** Where imported runs come from (file name), or what a person wrote about the session. */
    note: string | null;
  };
  identity: RunIdentity1;
  when: { startedAt: string | null; finishedAt: string | null };
  machine: RunMachine | null;
  versions: RunVersions;
  perSecond: PerSecond1;
  totals: RunTotals1;
  latency: {
    fromSent: LatencyDistribution1 | null;
    fromDue: LatencyDistribution1 | null;
    /** To every receiver, from `sent`; only where all clients share one monotonic clock. */
    delivery: LatencyDistribution1 | null;
    /** How late clients sent: `sent` minus `due`. */
    lateness: LatencyDistribution1 | null;
  };
  resources: {
    server: ResourceSamples1 | null;
    swarm: ResourceSamples1 | null;
    /** The whole machine's CPU, % of one core, in the same rhythm. */
    machineCpuPercent: number[] | null;
    /** Figures an import gives without samples: median CPU % and maximum memory in bytes. Null in a measured run. */
    serverCpuMedian: number | null;
    serverMemoryMax: number | null;
  };
  wire: {
    /** Bytes both ways between clients and server during the test. */
    bytes: number | null;
    httpRequests: number | null;
  };
  validity: Finding[];
  /** Path of a null (such as `wire.bytes`) to why it was not measured. */
  notMeasured: Record<string, string>;
}
