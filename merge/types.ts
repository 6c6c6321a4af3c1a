/**
 * What a merge is: the runs of one combination, averaged. Plain JSON, ready for charts; times in ms, memory in bytes,
 * CPU in % of one core. A figure that cannot be given is null, and `notMeasured` says why.
 */
import type { FindingCode, FindingLevel, RunIdentity, RunKind } from '../protocol/run-record.ts';

/** What the runs of a merge have in common. */
export type Combination = Omit<RunIdentity, 'repetition'>;

/** A mean over runs with its two-sided 95 % Student-t interval; `low` and `high` are null when `n` < 2. */
export interface RunFigure {
  mean: number;
  low: number | null;
  high: number | null;
  /** How many runs gave a value. */
  n: number;
}

/** One series over seconds, bucket by bucket. `mean` is over the `n` runs that have the bucket, null where none has. */
export interface MergedSeries {
  mean: (number | null)[];
  /** 95 % Student-t interval over those runs; null where n < 2. */
  low: (number | null)[];
  high: (number | null)[];
  n: number[];
}

/** Series by bucket of `bucketSeconds` since the start of the test. Counts are messages per second. */
export interface MergedPerSecond {
  bucketSeconds: number;
  /** How long the test was meant to send, seconds: messages / rate. */
  plannedSeconds: number;
  /**
   * True for a bucket past the plan (one bucket of grace, for messages still under way when sending ends) and for one
   * after which some runs have nothing more. It is a mean of stragglers: show it apart.
   */
  overtime: boolean[];
  sentByClients: MergedSeries | null;
  receivedByServer: MergedSeries | null;
  sentByServer: MergedSeries | null;
  receivedByClients: MergedSeries | null;
  /** Mean over runs of each run's mean latency of the bucket, ms. */
  latency: MergedSeries | null;
}

/** High, low and average of merged per-second latencies, ms. */
export interface WindowFigure {
  /** First and last second in it (the last one included). */
  fromSecond: number;
  toSecond: number;
  high: number;
  low: number;
  average: number;
}

/** One point of the percentile curve: one in `oneIn` messages took `ms` or longer. */
export interface PercentilePoint {
  /** 0..100. */
  percentile: number;
  /** 1 / (1 - percentile / 100), the position on the logarithmic axis; at 100 % the number of messages. */
  oneIn: number;
  ms: number;
}

/** One distribution read from the added histograms of all runs, ms. */
export interface MergedDistribution {
  count: number;
  mean: number;
  min: number;
  p50: number;
  p90: number;
  p99: number;
  p999: number;
  max: number;
  curve: PercentilePoint[];
}

export interface MergedLatency {
  /** Mean of the runs' mean latencies. */
  mean: RunFigure;
  /** The runs' mean latencies, ms, in the order of `runIds` (runs without one left out). */
  runMeans: number[];
  /** Null for imported runs, which have no histograms. */
  distribution: MergedDistribution | null;
}

export interface MergedProcess {
  /** Median over a run's seconds of each second's mean CPU, over runs: % of one core. */
  cpuPercent: RunFigure | null;
  /** Maximum memory of a run's samples, over runs: bytes. */
  memoryBytes: RunFigure | null;
  /** Index = second since the start of sampling. Null where runs have no samples. */
  series: { cpuPercent: MergedSeries; memoryBytes: MergedSeries } | null;
}

export interface MergedFlag {
  code: FindingCode;
  level: FindingLevel;
  /** How many runs say it; for `few-runs` the number of runs. */
  count: number;
  /** The first run's sentence. */
  message: string;
}

export interface ExcludedRun {
  id: string;
  /** The fatal findings it was left out for. */
  codes: FindingCode[];
}

export interface Merge {
  /** `<framework>.<transport>.<hash of the combination>`: the same for the same combination everywhere. */
  key: string;
  kind: RunKind;
  combination: Combination;
  /** How many runs are averaged; 0 when every run there is was left out. */
  runs: number;
  runIds: string[];
  /** Sessions of the averaged runs, sorted. */
  sessions: string[];
  excluded: ExcludedRun[];
  /** Sentences on what the runs do not have in common (machines, versions). */
  remarks: string[];
  flags: MergedFlag[];
  /** When the first and the last averaged run began; null where no run says. */
  when: { first: string | null; last: string | null };
  /** Versions the averaged runs name, sorted. */
  versions: { framework: string[]; client: string[]; runtime: string[]; browser: string[] };
  /** One sentence per machine the averaged runs ran on. */
  machines: string[];
  perSecond: MergedPerSecond;
  /** Seconds 5..14 of the merged latencies; null when the test is shorter. */
  window: WindowFigure | null;
  /** The same figures over all seconds that are not overtime. */
  wholeTest: WindowFigure | null;
  latency: {
    fromSent: MergedLatency | null;
    fromDue: MergedLatency | null;
    delivery: MergedLatency | null;
  };
  /** Sums over the averaged runs. */
  totals: {
    sentByClients: number | null;
    receivedByServer: number | null;
    sentByServer: number | null;
    receivedByClients: number | null;
    expectedDeliveries: number | null;
  };
  resources: {
    server: MergedProcess | null;
    swarm: MergedProcess | null;
    /** The same of the whole machine's CPU. */
    machineCpuPercent: RunFigure | null;
  };
  wire: { bytes: RunFigure | null; httpRequests: RunFigure | null };
  /** Path of a null figure (such as `window`) to why it is not there. */
  notMeasured: Record<string, string>;
}
