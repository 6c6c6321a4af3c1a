/** For tests of scenarios: evidence with made-up metrics, and what is read of measured ones. */
import type { MemberReport } from '../../../member/contract.ts';
import type { CountMetric, Metric, MetricSpec, TrendMetric } from '../../../metrics/metric.ts';
import type { Params } from '../../../protocol/run-record.ts';
import type { Evidence, Scenario } from '../scenario.ts';

export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** The number of values of a trend. */
export function valuesOf(metric: Metric | undefined): number {
  return metric?.kind === 'trend' ? (metric.distribution?.count ?? 0) : 0;
}

export function count(spec: MetricSpec, series: number[], expected: number | null = null): CountMetric {
  return { ...spec, kind: 'count', total: sum(series), expected, series };
}

/** A trend of this many values, all of them `value`. */
export function trend(spec: MetricSpec, values: number, value = 1): TrendMetric {
  if (values === 0) return { ...spec, kind: 'trend', series: { sum: [], count: [] }, distribution: null };
  const all = { mean: value, min: value, p50: value, p90: value, p99: value, p999: value, max: value };
  const series = { sum: [values * value], count: [values] };
  return { ...spec, kind: 'trend', series, distribution: { hdr: '', count: values, ...all } };
}

/** A spec of any metric whose name does not matter. */
export const SPEC = { kind: 'count', unit: 'things', label: 'things', about: 'Things.' } as const;

/** The report of a member that had nothing to complain of. */
const goodReport = (): MemberReport => ({
  clientIds: [1, 2],
  metrics: {},
  refusals: 0,
  refused: [],
  closed: [],
  gaveUp: 0,
  transports: { websocket: 2 },
  started: { atServer: 1 },
  clock: null,
  loopDelay: null,
  busy: null,
  error: null,
});

/** Of two clients that one member held for two seconds. */
function evidenceOf<P extends Params>(params: P, metrics: Record<string, Metric>): Evidence<P> {
  return {
    params,
    clients: 2,
    metrics,
    outcome: { reports: [goodReport()], died: [], error: null },
    counts: {} as Evidence['counts'],
    plannedSeconds: 2,
    bucketSeconds: 1,
  };
}

/** Of two clients of a scenario, with nothing wrong. @param own parameters other than the defaults */
export function faultless({ params, metrics, expected }: Scenario, own: Params = {}): Evidence {
  const defaults = Object.fromEntries(Object.entries(params).map(([key, spec]) => [key, spec.default]));
  const chosen: Params = { ...defaults, ...own };
  const wanted = expected(chosen, 2);
  const counts = Object.entries(wanted).map(([key, total]) => [key, count(metrics[key] ?? SPEC, [total], total)]);
  const trends = Object.entries(metrics)
    .filter(([, { kind }]) => kind === 'trend')
    .map(([key, spec]) => [key, trend(spec, wanted.sentByClients ?? 2)]);
  return evidenceOf(chosen, Object.fromEntries([...counts, ...trends]));
}

export type Change = (evidence: Evidence) => void;

/** Other totals of counts; a list is a series. */
export const counts =
  (totals: Record<string, number | number[]>): Change =>
  ({ metrics }) => {
    for (const [name, total] of Object.entries(totals)) {
      const metric = metrics[name] as CountMetric;
      const series = typeof total === 'number' ? [total] : total;
      metrics[name] = { ...metric, total: sum(series), series };
    }
  };

/** Other reports of all members. */
export const report =
  (change: Partial<MemberReport>): Change =>
  ({ outcome }) => {
    outcome.reports = outcome.reports.map((one) => ({ ...one, ...change }));
  };
