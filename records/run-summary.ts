/** The parts of a run that lists show, and the filters of lists. */
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

/** The fields that sort, narrow down and count lists: this much of each run is kept in memory. */
export interface RunHead
  extends Pick<RunSummary, 'id' | 'kind' | 'session' | 'identity' | 'when' | 'validity' | 'example'> {
  /** The servers of its round were loaded in turn, in slices. */
  sliced: boolean;
}

export function headOf({ id, kind, session, identity, when, validity, slices }: RunRecord, example: boolean): RunHead {
  return { id, kind, session, identity, when, validity, example, sliced: slices !== undefined };
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
  const { sliced: _, ...head } = headOf(record, example);
  return { ...head, versions, plan, metrics, ...(notice === undefined ? {} : { notice }) };
}

/** The conditions on a run: each field one value or several, of which one must match. Absent fields match all. */
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
