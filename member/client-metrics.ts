/** The clients' measurements as the record holds them: their reports, added up. Pure. */
import type { CountMetric, Measured, Metric, MetricSpec } from '../metrics/metric.ts';
import { factsOf } from '../metrics/standard-metrics.ts';
import type { Params, SwarmKind } from '../protocol/run-record.ts';
import type { MemberReport } from './contract.ts';
import { distributionOf } from './distribution.ts';
import { mergeReports } from './merge-reports.ts';

export interface MetricsAbout {
  metrics: Record<string, MetricSpec>;
  expected(params: Params, clients: number): Record<string, number>;
}

/** Told what is null, by its path below `metrics`, and why. */
export type OnMissing = (name: string, reason: string) => void;

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** The run whose members reported. */
export interface MeasuredRun {
  params: Params;
  clients: number;
  swarm: SwarmKind;
  /** True if members ran on several machines, each with a clock of its own; default false. */
  apart?: boolean;
}

/** A metric of which nothing is known. */
function unmeasured(spec: MetricSpec, expected: number | null): Metric {
  if (spec.kind === 'count') return { ...spec, kind: 'count', total: null, expected, series: null };
  if (spec.kind === 'trend') return { ...spec, kind: 'trend', series: null, distribution: null };
  return { ...spec, kind: 'gauge', samples: null, intervalMs: null, median: null, max: null };
}

export function countMetric(spec: MetricSpec, series: number[], expected: number | null): CountMetric {
  return { ...spec, kind: 'count', total: total(series), expected, series };
}

function measured(spec: MetricSpec, values: Measured, expected: number | null, lack: (reason: string) => void): Metric {
  if (values.kind === 'count') return countMetric(spec, values.series, expected);
  if (values.kind === 'gauge') {
    const { samples, intervalMs } = values;
    return { ...spec, kind: 'gauge', samples, intervalMs, median: null, max: null };
  }
  const distribution = values.hdr === null ? null : distributionOf(values.hdr);
  if (distribution === null) lack('there was not one value');
  return { ...spec, kind: 'trend', series: { sum: values.sum, count: values.count }, distribution };
}

/** Returns the reason why no member measured it, though members reported. */
function whyNot(name: string, { swarm, apart = false }: MeasuredRun): string {
  const where = swarm === 'browser' ? 'in different browsers' : apart ? 'on different machines' : null;
  if (where === null || !factsOf(name).betweenMembers) return 'no member measured it';
  return `senders and receivers ${where} do not share a clock`;
}

/**
 * The scenario's metrics, each one there: what was not measured is null.
 * @param noReports why there are none, when there are none
 */
export function clientMetrics(
  { metrics, expected }: MetricsAbout,
  run: MeasuredRun,
  reports: readonly Pick<MemberReport, 'metrics'>[],
  noReports: string,
  lack: OnMissing,
): Record<string, Metric> {
  const wanted = expected(run.params, run.clients);
  const merged = mergeReports(reports);
  const all = Object.entries(metrics).map(([name, spec]): [string, Metric] => {
    const should = wanted[name] ?? null;
    const values = merged[name];
    if (values?.kind === spec.kind) {
      return [name, measured(spec, values, should, (reason) => lack(`${name}.distribution`, reason))];
    }
    lack(name, reports.length === 0 ? noReports : whyNot(name, run));
    return [name, unmeasured(spec, should)];
  });
  return Object.fromEntries(all);
}
