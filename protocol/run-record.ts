/**
 * The run record, `outcry/run@3`: all measurements of one run, in one JSON file. Figures that were not measured are null, and `notMeasured`
 * says why. Nothing in a record is estimated.
 */

import type { Metric } from '../metrics/metric.ts';
import type { Transport } from '../metrics/transports.ts';
import type { Conditions, ConditionsMeasured } from './conditions.ts';
import type { HarnessOverhead } from './harness-overhead.ts';
import type { PreflightCheck } from './preflight-check.ts';
import type { RunHost } from './run-host.ts';

export const RUN_SCHEMA = 'outcry/run@3';

/**
 * Flag codes that every run may carry. `fatal` makes a run invalid. A scenario may have codes of its own: a record's
 * finding says its level itself.
 */
export const FLAG_CODES = {
  'messages-lost': 'fatal',
  duplicates: 'fatal',
  'out-of-order': 'fatal',
  'counts-disagree': 'fatal',
  'transport-fell-back': 'fatal',
  'client-died': 'fatal',
  'front-died': 'fatal',
  'server-restarted': 'fatal',
  'backend-failed': 'fatal',
  'negative-latency': 'fatal',
  overtime: 'warning',
  'swarm-saturated': 'warning',
  'server-waited': 'warning',
  'server-starved': 'warning',
  'server-logged': 'warning',
  'priority-lost': 'warning',
  'backend-late': 'warning',
  'warm-up-short': 'warning',
  'warm-up-not-level': 'warning',
  'few-runs': 'warning',
  'monitor-gaps': 'warning',
  'cpu-by-others': 'warning',
  'cpu-stolen': 'warning',
  'cpu-throttled': 'warning',
  'clock-changed': 'warning',
  swapped: 'warning',
  'disk-stalled': 'warning',
  'process-stopped': 'warning',
  'machine-slept': 'warning',
  'segments-resent': 'warning',
  'wire-proxy': 'warning',
  'capture-gaps': 'warning',
  'network-off': 'warning',
  'protocol-fell-back': 'warning',
  substitute: 'warning',
  'edition-limits': 'warning',
  'import-counts-lost': 'warning',
  'import-counts-over': 'warning',
  'import-uneven-series': 'warning',
  'import-unit-assumed': 'warning',
} as const satisfies Record<string, FlagLevel>;

/** The disturbances of a run by something else on the machine. None of them comes from the measured server or its load. */
export const DISTURBANCES = [
  'cpu-by-others',
  'cpu-stolen',
  'cpu-throttled',
  'clock-changed',
  'swapped',
  'disk-stalled',
  'process-stopped',
  'machine-slept',
] as const satisfies (keyof typeof FLAG_CODES)[];

/** A key of {@link FLAG_CODES}, or a scenario's own; {@link FLAG_PATTERN}. */
export type FlagCode = keyof typeof FLAG_CODES | (string & {});
export type FlagLevel = 'fatal' | 'warning';

export const FLAG_PATTERN = '^[a-z][a-z0-9-]{1,39}$';

export interface Flag {
  code: FlagCode;
  level: FlagLevel;
  /** One sentence with the numbers in it. */
  message: string;
}

/** A discarded run, which another program on the machine disturbed. */
export interface DiscardedRun {
  startedAt: string;
  /** The flags of {@link DISTURBANCES} that were found. */
  because: Flag[];
}

export type RunKind = 'measured' | 'imported';
export type SwarmKind = 'browser' | 'console';

/** A scenario's parameter as it was run. */
export type ParamValue = number | string | boolean;
/** By name ({@link NAME_PATTERN} of `metrics.ts`). */
export type Params = Record<string, ParamValue>;

/** The identity of a run. Two records with the same identity but for `repetition` are of one combination. */
export interface RunIdentity {
  scenario: string;
  params: Params;
  /** The app's id, and its label for people. */
  framework: string;
  frameworkLabel: string;
  /** The version that was asked for, as in `<framework>@<version>`; absent: what the app's own lock file says. */
  version?: string;
  transport: Transport;
  /** Null: not known, in an imported run. So it is with `members` and `clients`. */
  swarm: SwarmKind | null;
  /** `firefox` or `chrome`; null for console swarms, and where it is not known. */
  browser: string | null;
  /** The number of browsers (or worker processes) that held the clients. */
  members: number | null;
  clients: number | null;
  /** 1, 2, 3 ... within its session. */
  repetition: number;
  /** The arm of a framework that was measured as two; absent: it was measured as itself. */
  arm?: Arm;
  /** The other conditions of the run; absent: every condition was at its default. */
  conditions?: Conditions;
}

export const ARMS = ['a', 'b'] as const;
export type Arm = (typeof ARMS)[number];

export interface RunMachine {
  cpu: string;
  cores: number;
  /** The number of cores whose time the control groups allow; absent: all there are. */
  cpuQuota?: number;
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

export interface RunSession {
  /** Unique per `./outcry run`; matches `RUN_ID_PATTERN`. */
  id: string;
  /** The profile's name, or null. */
  profile: string | null;
  /** The origin of imported runs (file name), or a person's note about the session. */
  note: string | null;
  /** The search that this run was a step of, such as a ramp, with what it was asked for; null: repetitions in rounds. */
  search: { name: string; params: Params } | null;
  /** Its rounds went on until rows that differ by less than this many percent were shown alike; absent: it was looked at as planned. */
  until?: { percent: number };
  /** The planned look that this run was made for: 1 for the first, one more for each time that the session was resumed after a look. Absent: 1. */
  look?: number;
}

/** Parts of a test between which the load went to other servers that were up. Part n of each stands beside part n of the others. */
export interface RunSlices {
  /** The length of each slice in the series, whole buckets; the last may be shorter. */
  seconds: number;
  /** Servers that were up together, this one included. */
  servers: number;
  /** Seconds from the start of the round to its first slice, in which all servers started and were warmed up. */
  readyAfter: number;
  /** The start of each slice, seconds after the first slice of its round; and its place among the servers, 1 is first. */
  at: number[];
  place: number[];
  /** Of the metric that rows are ranked by: the histogram of each slice, encoded as `hdr` of a distribution. Absent: not kept. */
  histograms?: Record<string, string[]>;
}

export interface RunRecord {
  schema: typeof RUN_SCHEMA;
  /** Unique: `RUN_ID_PATTERN`, made from the session and the whole identity. Also the name of its file, `<id>.json`. */
  id: string;
  kind: RunKind;
  session: RunSession;
  identity: RunIdentity;
  when: { startedAt: string | null; finishedAt: string | null };
  machine: RunMachine | null;
  versions: RunVersions;
  /** The planned length of the test (null: not known), and the width of its buckets; seconds. */
  plan: { seconds: number | null; bucketSeconds: number };
  /** By name; each scenario has its own, `standard-metrics.ts` lists those that many have. */
  metrics: Record<string, Metric>;
  validity: Flag[];
  /** It is of the platform alone, which frameworks are compared with; absent: of a framework. */
  reference?: true;
  /** The mandatory notice with its figures, such as the restrictions of a licence; absent: none. */
  notice?: string;
  /**
   * The reasons for null values, by path (`machine`). Below `metrics` the path names a whole metric that was not measured
   * (`metrics.wireBytes`) or a part of one (`metrics.fromSent.distribution`).
   */
  notMeasured: Record<string, string>;
  /** The test was cut into slices, which its series hold end to end; absent: it ran at once. */
  slices?: RunSlices;
  /** Discarded runs before this one, oldest first; absent: none. */
  discarded?: DiscardedRun[];
  /** The machines elsewhere that members ran on; absent: they ran on `machine`, or in browsers. */
  hosts?: RunHost[];
  /** The measured values of the identity's conditions; absent: none was measured. */
  conditionsMeasured?: ConditionsMeasured;
  /** Preflight check of the machine before the session; absent: there was none. */
  preflight?: PreflightCheck;
  /** The harness overhead on that machine; absent: not measured. */
  harnessOverhead?: HarnessOverhead;
}

/** Lower case letters, digits, `.`, `_`, `-`; starts with a letter or digit; no `..`. */
export const RUN_ID_PATTERN = '^(?!.*\\.\\.)[a-z0-9][a-z0-9._-]{0,159}$';

/** The form of a version: it can be a folder's name and a part of a run's id. */
export const VERSION_PATTERN = '^(?!.*\\.\\.)[0-9][0-9A-Za-z.-]{0,39}$';
