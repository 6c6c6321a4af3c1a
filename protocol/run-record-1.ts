/**
 * The run record, `outcry/run@1`: everything one run measured, in one JSON file.
 * What was not measured is null, and `notMeasured` says why. Nothing in a record is estimated.
 */


/** `broadcast`: every message goes to every connection. `echo`: it goes back to its sender alone. */
export type TestType = 'broadcast' | 'echo';
import type { Transport } from './transports.ts';

export const RUN_SCHEMA = 'outcry/run@1';

/** Finding codes. The first group makes a run invalid, the second warns, the third belongs to imported runs. */
export const FINDING_CODES = {
  'messages-lost': 'fatal',
  duplicates: 'fatal',
  'out-of-order': 'fatal',
  'counts-disagree': 'fatal',
  'transport-fell-back': 'fatal',
  'client-died': 'fatal',
  'server-restarted': 'fatal',
  'negative-latency': 'fatal',
  overtime: 'warning',
  'swarm-saturated': 'warning',
  'warm-up-short': 'warning',
  'few-runs': 'warning',
  'monitor-gaps': 'warning',
  'wire-proxy': 'warning',
  'stand-in': 'warning',
  'edition-limits': 'warning',
  'import-counts-lost': 'warning',
  'import-counts-over': 'warning',
  'import-missing-seconds': 'warning',
  'import-uneven-series': 'warning',
  'import-unit-assumed': 'warning',
  'import-skipped': 'warning',
} as const;

export type FindingCode = keyof typeof FINDING_CODES;
export type FindingLevel = 'fatal' | 'warning';

/** What a run says against itself. */
export interface Finding {
  code: FindingCode;
  level: FindingLevel;
  /** One sentence with the numbers in it. */
  message: string;
}

/**
 * One latency distribution. `hdr` is the whole histogram (HDR, V2 compressed, base64, microseconds); the figures are
 * read from it, in ms, for people and scripts that cannot read it. Merging adds histograms, never these figures.
 */
export interface LatencyDistribution {
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
export interface ResourceSamples {
  intervalMs: number;
  cpuPercent: number[];
  /** Sum of the resident set sizes of the tree's processes, bytes. */
  memoryBytes: number[];
}

export type RunKind = 'measured' | 'imported';
export type SwarmKind = 'browser' | 'console';

/** What was run. Two records with the same identity but for `repetition` are of one combination. */
export interface RunIdentity {
  scenario: string;
  testType: TestType;
  /** The app's id, and its label for people. */
  framework: string;
  frameworkLabel: string;
  transport: Transport;
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

export interface RunMachine {
  cpu: string;
  cores: number;
  memoryBytes: number;
  /** Kernel name and release. */
  kernel: string;
}

/** Version strings, null where there is none (no browser in a console swarm). */
export interface RunVersions {
  framework: string | null;
  client: string | null;
  runtime: string | null;
  browser: string | null;
  driver: string | null;
  /** Node.js that ran the launcher. */
  node: string | null;
  /** Outcry's commit, with `-dirty` when the work tree had changes. */
  outcry: string | null;
}

/** Arrays per bucket of `bucketSeconds` since the start of the test, index 0 first. Null: not measured. */
export interface PerSecond {
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

export interface RunTotals {
  sentByClients: number | null;
  receivedByServer: number | null;
  sentByServer: number | null;
  receivedByClients: number | null;
  /** Deliveries there should have been. */
  expectedDeliveries: number | null;
}

export interface RunRecord {
  schema: typeof RUN_SCHEMA;
  /** Unique: `RUN_ID_PATTERN`. Also the name of its file, `<id>.json`. */
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
  identity: RunIdentity;
  when: { startedAt: string | null; finishedAt: string | null };
  machine: RunMachine | null;
  versions: RunVersions;
  perSecond: PerSecond;
  totals: RunTotals;
  latency: {
    fromSent: LatencyDistribution | null;
    fromDue: LatencyDistribution | null;
    /** To every receiver, from `sent`; only where all clients share one monotonic clock. */
    delivery: LatencyDistribution | null;
    /** How late clients sent: `sent` minus `due`. */
    lateness: LatencyDistribution | null;
  };
  resources: {
    server: ResourceSamples | null;
    swarm: ResourceSamples | null;
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

/** Lower case letters, digits, `.`, `_`, `-`; starts with a letter or digit; no `..`. */
export const RUN_ID_PATTERN = '^(?!.*\\.\\.)[a-z0-9][a-z0-9._-]{0,159}$';
