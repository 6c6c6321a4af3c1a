/**
 * The definition of a merge: the runs of one combination, averaged. Plain JSON, ready for charts; every metric in its own unit (ms, bytes,
 * % of one core). A figure that cannot be given is null, and `notMeasured` says why.
 */

import type { MetricSpec } from '../metrics/metric.ts';
import type { HarnessOverhead } from '../protocol/harness-overhead.ts';
import type { PreflightCheck } from '../protocol/preflight-check.ts';
import type { FlagCode, FlagLevel, Params, RunIdentity, RunKind } from '../protocol/run-record.ts';

/** The identity that the runs of a merge share. */
export type Combination = Omit<RunIdentity, 'repetition'>;

/** A mean over runs with its two-sided 95 % interval, as `runFigure` makes it; `low` and `high` are null when `n` < 2. */
export interface RunFigure {
  mean: number;
  low: number | null;
  high: number | null;
  /** The number of runs that gave a value. */
  n: number;
}

/** One series over buckets. `mean` is over the `n` runs that have the bucket, null where none has. */
export interface MergedSeries {
  mean: (number | null)[];
  /** 95 % interval over those runs, as `runFigure` makes it; null where n < 2. */
  low: (number | null)[];
  high: (number | null)[];
  n: number[];
}

/** High, low and average of a merged series' buckets. */
export interface WindowFigure {
  /** First and last second in it (the last one included). */
  fromSecond: number;
  toSecond: number;
  high: number;
  low: number;
  average: number;
  /** The smallest number of runs with a value, over its seconds. */
  n: number;
}

/** One point of the percentile curve: one in `oneIn` values was `value` or more. */
export interface PercentilePoint {
  /** 0..100. */
  percentile: number;
  /** 1 / (1 - percentile / 100), the position on the logarithmic axis; at 100 % the number of values. */
  oneIn: number;
  value: number;
}

/** One distribution read from the added histograms of all runs. */
export interface MergedDistribution {
  count: number;
  mean: number;
  min: number;
  p50: number;
  p90: number | null;
  p99: number | null;
  p999: number | null;
  max: number;
  curve: PercentilePoint[];
  /** 95 % intervals of percentiles, of runs that keep histograms of their slices; absent: there are none. */
  intervals?: Partial<Record<'p50' | 'p90' | 'p99' | 'p999', { low: number; high: number }>>;
}

export interface MergedCount extends MetricSpec {
  kind: 'count';
  /** Sum over the averaged runs; null when not every run counted it. */
  total: number | null;
  /** Sum of what was expected; null where a run does not say. */
  expected: number | null;
  /** Mean over runs of the runs' totals, and those totals, each with the run it is of as an index into `runIds`. */
  perRun: RunFigure | null;
  runValues: number[];
  runOf: number[];
  series: MergedSeries | null;
}

export interface MergedTrend extends MetricSpec {
  kind: 'trend';
  /** Mean of the runs' means, and those means, each with the run it is of as an index into `runIds`. */
  mean: RunFigure | null;
  runValues: number[];
  runOf: number[];
  /** As `SliceValues` has them. */
  sliceMeans?: number[];
  sliceMedians?: number[];
  /** The 99th percentile of each of those runs; absent: one has none. */
  runP99?: number[];
  /** Mean over runs of each run's mean of the bucket. */
  series: MergedSeries | null;
  /** Null for imported runs, which have no histograms. */
  distribution: MergedDistribution | null;
  /** Seconds 5..14 of the merged series (study A's window); null when the test is shorter. */
  window: WindowFigure | null;
  /** The same figures over all seconds that are not overtime. */
  wholeTest: WindowFigure | null;
}

export interface MergedGauge extends MetricSpec {
  kind: 'gauge';
  /** The runs' typical levels (`typicalOf`), over runs; and those levels in the order of `runIds`. */
  typical: RunFigure | null;
  runValues: number[];
  runOf: number[];
  /** Maximum of a run's samples, over runs. */
  max: RunFigure | null;
  /** Index = second since the start of the test. Null where runs have no samples. */
  series: MergedSeries | null;
}

export type MergedMetric = MergedCount | MergedTrend | MergedGauge;

export interface MergedFlag {
  code: FlagCode;
  level: FlagLevel;
  /** The number of runs with the flag; for `few-runs` the number of runs. */
  count: number;
  /** The first run's sentence. */
  message: string;
}

export interface ExcludedRun {
  id: string;
  /** The fatal flags it was skipped for. */
  codes: FlagCode[];
}

export interface Merge {
  /** `<framework>.<transport>.<hash of the combination>`: the same for the same combination everywhere. */
  key: string;
  kind: RunKind;
  combination: Combination;
  /** It is of the platform alone, which frameworks are compared with; absent: of a framework. */
  reference?: true;
  /** The number of averaged runs; 0 when all were skipped. */
  runs: number;
  runIds: string[];
  /** Session and repetition of each averaged run: runs of one round were made one after the other. */
  rounds: {
    session: string;
    repetition: number;
    /** Its session went on until rounds showed enough. */
    sequential?: true;
    /** The planned look that it was made for; absent: the first. */
    look?: number;
    /** The servers of the round were loaded in turn, in slices. */
    sliced?: true;
  }[];
  /** Sessions of the averaged runs, sorted. */
  sessions: string[];
  /** The searches that averaged runs were steps of, such as a ramp, each with its session; empty: none was. */
  searches: { session: string; name: string; params: Params }[];
  excluded: ExcludedRun[];
  /** Sentences on what the runs do not have in common (machines, versions). */
  remarks: string[];
  flags: MergedFlag[];
  /** Notices that must stand with its figures, each once. */
  notices: string[];
  /** The start times of the first and the last averaged run; null where no run says. */
  when: { first: string | null; last: string | null };
  /** Versions the averaged runs name, sorted. */
  versions: { framework: string[]; client: string[]; runtime: string[]; browser: string[] };
  /** One sentence per machine the averaged runs ran on. */
  machines: string[];
  /**
   * The measured values of their conditions, by the condition's name. A condition that was measured once per session has a sentence for
   * each session.
   */
  conditionsMeasured: Record<string, string[]>;
  /** The harness overhead in their figures; more than one if it was measured anew between sessions. */
  harnessOverheads: HarnessOverhead[];
  /** The preflight checks of the sessions that had one. */
  preflights: { session: string; preflight: PreflightCheck }[];
  plan: { seconds: number | null; bucketSeconds: number };
  /**
   * By bucket: true for one past the plan (one bucket of grace, for messages still under way when sending ends) and for one
   * after which some runs have nothing more. It is a mean of stragglers: show it apart.
   */
  overtime: boolean[];
  /** By name: every metric that at least one of the averaged runs has, in the order of the newest run. */
  metrics: Record<string, MergedMetric>;
  /** The reasons for null values, by path (`metrics.fromSent.window`). */
  notMeasured: Record<string, string>;
}
