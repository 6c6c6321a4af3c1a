/** Merges all metrics of the runs of one combination, each by its kind. */
import type { Metric, MetricKind, MetricSpec } from '../metrics/metric.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { mergeCount } from './count.ts';
import { mergeGauge } from './gauge.ts';
import { bucketsOf } from './run-mean.ts';
import { overtimeOf } from './series.ts';
import { sliceHistograms } from './slice-percentiles.ts';
import type { Why } from './text/missing-reasons.ts';
import { mergeTrend } from './trend.ts';
import type { Merge, MergedMetric } from './types.ts';
import { wholeTestFigure, windowFigure } from './window.ts';

type MergedMetrics = Pick<Merge, 'metrics' | 'overtime' | 'notMeasured'>;

/**
 * @param records the runs that are averaged
 * @param newest the newest run of the combination, which need not be among them: it says what there might have been
 */
export function mergeMetrics(records: RunRecord[], newest: RunRecord): MergedMetrics {
  if (records.length === 0) {
    const paths = Object.keys(newest.metrics).map((name) => [`metrics.${name}`, 'no valid run']);
    return { metrics: {}, overtime: [], notMeasured: Object.fromEntries(paths) };
  }
  const notMeasured: Record<string, string> = {};
  const metrics = Object.fromEntries(
    namesOf(records).map((name) => [name, mergeMetric(records, name, whyFor(records, name, notMeasured))]),
  );
  const { plan } = newest;
  const overtime = overtimeOf(plan, records.map(bucketsOf));
  addWindows(metrics, { plan, overtime }, notMeasured);
  return { metrics, overtime, notMeasured: { ...wholeMetricsMissing(records, metrics), ...notMeasured } };
}

/** In the order of the newest run, then metrics of older runs only. */
function namesOf(records: RunRecord[]): string[] {
  return [...new Set(records.toReversed().flatMap(({ metrics }) => Object.keys(metrics)))];
}

function whyFor(records: RunRecord[], name: string, notMeasured: Record<string, string>): Why {
  const path = `metrics.${name}`;
  return (part, fallback, from = part) => {
    const said = records.map((record) => record.notMeasured[`${path}.${from}`] ?? record.notMeasured[path]);
    notMeasured[`${path}.${part}`] = said.find((reason) => reason !== undefined) ?? fallback;
  };
}

/** The metric of each run; null for a run without it, or with one of that name that is of another kind. */
function ofKind<K extends MetricKind>(
  records: RunRecord[],
  name: string,
  kind: K,
): (Extract<Metric, { kind: K }> | null)[] {
  return records.map(({ metrics }) => {
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    return metric?.kind === kind ? (metric as Extract<Metric, { kind: K }>) : null;
  });
}

function mergeMetric(records: RunRecord[], name: string, why: Why): MergedMetric {
  const { kind, unit, label, about } = records.findLast(({ metrics }) => Object.hasOwn(metrics, name))!.metrics[name]!;
  const spec: Omit<MetricSpec, 'kind'> = { unit, label, about };
  const { plan } = records[0]!;
  switch (kind) {
    case 'count':
      return { kind, ...spec, ...mergeCount(ofKind(records, name, kind), plan.bucketSeconds, why) };
    case 'trend': {
      const slices = records.map((record) => record.slices);
      const histograms = records.map((record) => sliceHistograms(record, name));
      const trend = mergeTrend(ofKind(records, name, kind), plan, why, { slices, histograms });
      return { kind, ...spec, ...trend, window: null, wholeTest: null };
    }
    case 'gauge':
      return { kind, ...spec, ...mergeGauge(ofKind(records, name, kind), why) };
  }
}

/** Gives trends their figures over seconds. Where there is no series, the reason for that is reason enough. */
function addWindows(
  metrics: Record<string, MergedMetric>,
  buckets: Pick<Merge, 'plan' | 'overtime'>,
  notMeasured: Record<string, string>,
): void {
  for (const [name, metric] of Object.entries(metrics)) {
    if (metric.kind !== 'trend' || metric.series === null) continue;
    const window = windowFigure(metric.series, buckets);
    if ('reason' in window) notMeasured[`metrics.${name}.window`] = window.reason;
    else metric.window = window;
    metric.wholeTest = wholeTestFigure(metric.series, buckets);
  }
}

/** Returns the runs' reasons for metrics that none of them has. */
function wholeMetricsMissing(records: RunRecord[], metrics: Record<string, MergedMetric>): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const { notMeasured } of records) {
    for (const [path, reason] of Object.entries(notMeasured)) {
      const [, name] = /^metrics\.([^.]+)$/.exec(path) ?? [];
      if (name !== undefined && !Object.hasOwn(metrics, name)) missing[path] ??= reason;
    }
  }
  return missing;
}
