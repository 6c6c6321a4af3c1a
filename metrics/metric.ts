/**
 * Metrics: what a scenario measures, by name, each of a kind. Whatever adds up, merges, compares or draws metrics works on
 * their kinds and knows none of their names.
 */

/**
 * `count`: how many, in all and per bucket (messages sent).
 * `trend`: a value for each of many things, as a distribution (the latency of each message).
 * `gauge`: a level, looked at again and again (memory).
 */
export type MetricKind = 'count' | 'trend' | 'gauge';

/** The facts about a metric that are known before a measurement. */
export interface MetricSpec {
  kind: MetricKind;
  /** `messages`, `ms`, `bytes`, `% of one core` ... as a reader sees it behind a number. */
  unit: string;
  /** The name in a table's head or a graph's legend: a few words. */
  label: string;
  /** The meaning, in one sentence. */
  about: string;
}

/**
 * The roles of a scenario's metrics. Only the scenario's folder knows its metrics by name; everything else asks for a role. Rows are ranked
 * by `compare`; the number of planned deliveries is `expected` of the count.
 */
export const ROLES = {
  latency: { kind: 'trend', unit: 'ms', about: 'how long a message or a request took, from when it was sent' },
  latencyFromDue: { kind: 'trend', unit: 'ms', about: 'the same from when the schedule wanted it sent' },
  lateness: { kind: 'trend', unit: 'ms', about: 'how late clients sent' },
  feedLateness: { kind: 'trend', unit: 'ms', about: 'how late the backend fed bodies' },
  delivered: { kind: 'count', about: 'what reached those it was meant for' },
  clientShare: { kind: 'gauge', about: "the part of the latency that the clients' own work is at most" },
  connected: { kind: 'count', about: 'clients that were connected at the end' },
  cpu: { kind: 'gauge', unit: '% of one core', about: "the server's CPU, where not the whole test is the load" },
} as const satisfies Record<string, { kind: MetricKind; unit?: string; about: string }>;

export type Role = keyof typeof ROLES;

/** The metric of each role that a scenario has. */
export type MetricRoles = { readonly [Name in Role]?: string };

/** The metric that says what the server's CPU was under the load. */
export const cpuMetric = ({ cpu = 'serverCpu' }: MetricRoles): string => cpu;

/** A metric of which nothing is said but what records keep. */
export const spec = (kind: MetricKind, unit: string, label: string, about: string): MetricSpec => ({
  kind,
  unit,
  label,
  about,
});

/**
 * One distribution. `hdr` is the whole histogram (HDR, V2 compressed, base64, three significant digits, of thousandths of the
 * metric's unit: microseconds for ms); the figures are read from it, in the metric's unit, for people and scripts that
 * cannot read it. Merging adds histograms, never these figures.
 */
export interface Distribution {
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

export interface CountMetric extends MetricSpec {
  kind: 'count';
  /** Null: not measured. */
  total: number | null;
  /** The total if nothing goes wrong; null when unknown. */
  expected: number | null;
  /** Per bucket since the start of the test, index 0 first; null: only the total is known. */
  series: number[] | null;
}

export interface TrendMetric extends MetricSpec {
  kind: 'trend';
  /**
   * Per bucket: sum of the values and how many, or (imported runs, which have no more) their mean, null where there was none.
   * Null: not measured by bucket.
   */
  series: { sum: number[]; count: number[] } | { mean: (number | null)[] } | null;
  distribution: Distribution | null;
}

export interface GaugeMetric extends MetricSpec {
  kind: 'gauge';
  /** Samples, `intervalMs` apart, from the start of the test on; null: not sampled. */
  samples: number[] | null;
  intervalMs: number | null;
  /** Figures that an import gives without samples; null in a measured run, which has the samples. */
  median: number | null;
  max: number | null;
}

export type Metric = CountMetric | TrendMetric | GaugeMetric;

/** The values that one member measured of a metric: the same, before it is added up. `hdr` as in {@link Distribution}. */
export type Measured =
  | { kind: 'count'; series: number[] }
  | { kind: 'trend'; sum: number[]; count: number[]; hdr: string | null; negative: number }
  | { kind: 'gauge'; intervalMs: number; samples: number[] };

/** Names of metrics and of parameters: what can be a key, a column and a part of an option. */
export const NAME_PATTERN = '^[a-z][A-Za-z0-9]{0,39}$';
