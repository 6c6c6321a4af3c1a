/** For tests of judges: evidence with made-up metrics. */
import type { MemberReport } from '../../../member/contract.ts';
import type { CountMetric, Metric, MetricSpec, TrendMetric } from '../../../metrics/metric.ts';
import type { Params } from '../../../protocol/run-record.ts';
import type { Evidence } from '../scenario.ts';

export function count(spec: MetricSpec, series: number[], expected: number | null = null): CountMetric {
  return { ...spec, kind: 'count', total: series.reduce((a, b) => a + b, 0), expected, series };
}

/** A trend of this many values, all of them `value`. */
export function trend(spec: MetricSpec, values: number, value = 1): TrendMetric {
  if (values === 0) return { ...spec, kind: 'trend', series: { sum: [], count: [] }, distribution: null };
  const all = { mean: value, min: value, p50: value, p90: value, p99: value, p999: value, max: value };
  const series = { sum: [values * value], count: [values] };
  return { ...spec, kind: 'trend', series, distribution: { hdr: '', count: values, ...all } };
}

/** The report of a member that had nothing to complain of. */
export const goodReport = (): MemberReport => ({
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
export function evidenceOf<P extends Params>(params: P, metrics: Record<string, Metric>): Evidence<P> {
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
