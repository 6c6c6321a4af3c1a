/** What lists show of a run, and how lists are narrowed down. */
import type { CountMetric, Distribution, GaugeMetric, Metric, TrendMetric } from '../metrics/metric.ts';
import type { Transport } from '../metrics/transports.ts';
import type { RunKind, RunRecord, SwarmKind } from '../protocol/run-record.ts';

/** A metric without its series, samples and histogram. */
export type MetricSummary =
  | Omit<CountMetric, 'series'>
  | (Omit<TrendMetric, 'series' | 'distribution'> & { distribution: Omit<Distribution, 'hdr'> | null })
  | Omit<GaugeMetric, 'samples'>;

/** A run record without its series, samples and histograms. */
export interface RunSummary
  extends Pick<
    RunRecord,
    'id' | 'kind' | 'session' | 'identity' | 'when' | 'versions' | 'plan' | 'validity' | 'notice'
  > {
  metrics: Record<string, MetricSummary>;
  /** It lies in `example/`: it came with Outcry. */
  example: boolean;
}

/** What lists are sorted, narrowed down and counted by: so much of each run is kept in memory. */
export type RunHead = Pick<RunSummary, 'id' | 'kind' | 'session' | 'identity' | 'when' | 'validity' | 'example'>;

export function headOf({ id, kind, session, identity, when, validity }: RunRecord, example: boolean): RunHead {
  return { id, kind, session, identity, when, validity, example };
}

function figures(distribution: Distribution | null): Omit<Distribution, 'hdr'> | null {
  if (distribution === null) return null;
  const { hdr: _, ...rest } = distribution;
  return rest;
}

function summarizeMetric(metric: Metric): MetricSummary {
  if (metric.kind === 'gauge') {
    const { samples: _, ...rest } = metric;
    return rest;
  }
  const { series: _, ...rest } = metric;
  return rest.kind === 'count' ? rest : { ...rest, distribution: figures(rest.distribution) };
}

/** A record's metrics without their series, samples and histograms, by name. */
export function summarizeMetrics({ metrics }: Pick<RunRecord, 'metrics'>): Record<string, MetricSummary> {
  return Object.fromEntries(Object.entries(metrics).map(([name, metric]) => [name, summarizeMetric(metric)]));
}

export function summarize(record: RunRecord, example: boolean): RunSummary {
  const { versions, plan, notice } = record;
  const metrics = summarizeMetrics(record);
  return { ...headOf(record, example), versions, plan, metrics, ...(notice === undefined ? {} : { notice }) };
}

/** What must hold of a run: each field one value or several, of which one must match. Absent fields match all. */
export interface RunFilter {
  framework?: string | readonly string[];
  transport?: Transport | readonly Transport[];
  scenario?: string | readonly string[];
  session?: string | readonly string[];
  kind?: RunKind | readonly RunKind[];
  swarm?: SwarmKind | readonly SwarmKind[];
}

const READ: Record<keyof RunFilter, (run: RunHead) => string> = {
  framework: (run) => run.identity.framework,
  transport: (run) => run.identity.transport,
  scenario: (run) => run.identity.scenario,
  session: (run) => run.session.id,
  kind: (run) => run.kind,
  swarm: (run) => run.identity.swarm ?? '',
};

export function matches(run: RunHead, filter: RunFilter): boolean {
  return (Object.keys(READ) as (keyof RunFilter)[]).every((field) => {
    const wanted = filter[field];
    return wanted === undefined || [wanted].flat().includes(READ[field](run));
  });
}

/** What `sessions()` tells of a session. */
export interface SessionSummary {
  id: string;
  profile: string | null;
  note: string | null;
  search: RunRecord['session']['search'];
  kinds: RunKind[];
  /** ISO 8601; null where no run of it says when it ran. */
  startedAt: string | null;
  finishedAt: string | null;
  runs: number;
  /** Runs with a fatal flag. */
  invalid: number;
  /** The highest repetition of a run. */
  rounds: number;
  scenarios: string[];
  frameworks: string[];
  transports: Transport[];
  example: boolean;
}

const distinct = <T>(values: T[]): T[] => [...new Set(values)].sort();

/** ISO 8601 texts may differ in their offset, so the instants are compared. */
const byInstant = (a: string, b: string): number => Date.parse(a) - Date.parse(b);

function summarizeSession(runs: RunHead[]): SessionSummary {
  const { session, example } = runs[0]!;
  const given = (texts: (string | null)[]) => texts.filter((text) => text !== null).sort(byInstant);
  return {
    ...session,
    kinds: distinct(runs.map((run) => run.kind)),
    startedAt: given(runs.map((run) => run.when.startedAt))[0] ?? null,
    finishedAt: given(runs.map((run) => run.when.finishedAt)).at(-1) ?? null,
    runs: runs.length,
    invalid: runs.filter((run) => run.validity.some(({ level }) => level === 'fatal')).length,
    rounds: Math.max(...runs.map((run) => run.identity.repetition)),
    scenarios: distinct(runs.map((run) => run.identity.scenario)),
    frameworks: distinct(runs.map((run) => run.identity.framework)),
    transports: distinct(runs.map((run) => run.identity.transport)),
    example,
  };
}

/** The sessions of `runs`, newest first; those that say no time come last, by name. */
export function summarizeSessions(runs: RunHead[]): SessionSummary[] {
  const bySession = new Map<string, RunHead[]>();
  for (const run of runs) {
    const others = bySession.get(run.session.id);
    if (others) others.push(run);
    else bySession.set(run.session.id, [run]);
  }
  return [...bySession.values()].map(summarizeSession).sort((a, b) => {
    if (a.startedAt && b.startedAt) return byInstant(b.startedAt, a.startedAt);
    return Number(b.startedAt !== null) - Number(a.startedAt !== null) || a.id.localeCompare(b.id);
  });
}
