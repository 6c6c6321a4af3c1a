/**
 * OpenTelemetry metrics as OTLP JSON: the message MetricsData, which collectors take at /v1/metrics. By protobuf's JSON mapping 64-bit integers
 * are strings; by OTLP's own rule enumerations are numbers.
 */
import { highestOf, typicalOf } from '../../../merge/gauge.ts';
import type { Metric } from '../../../metrics/metric.ts';
import { typicalWord } from '../../../metrics/units.ts';
import type { ParamValue, RunRecord } from '../../../protocol/run-record.ts';
import type { Exporter } from '../exporter.ts';
import { summaryOf } from '../quantiles.ts';
import { runLabels, snake } from '../run-labels.ts';

const AGGREGATION_TEMPORALITY_CUMULATIVE = 2;

interface OtlpMetric {
  name: string;
  description: string;
  unit: string;
  points: object[];
  /** The message that the points are in. */
  data(dataPoints: object[]): object;
}

const gauge = (dataPoints: object[]): object => ({ gauge: { dataPoints } });
const summary = (dataPoints: object[]): object => ({ summary: { dataPoints } });
const sum = (dataPoints: object[]): object => ({
  sum: { dataPoints, aggregationTemporality: AGGREGATION_TEMPORALITY_CUMULATIVE, isMonotonic: true },
});

/** A unit as UCUM has it: what it has no name for stands in braces. */
function ucum(unit: string): string {
  if (unit === 'ms' || unit === '') return unit;
  if (unit === 'bytes') return 'By';
  return unit.startsWith('%') ? '%' : `{${unit.replaceAll(' ', '_')}}`;
}

function anyValue(value: ParamValue): object {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const attributesOf = (values: Record<string, ParamValue>): object[] =>
  Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }));

const nanoseconds = (time: string): string => String(BigInt(Date.parse(time)) * 1_000_000n);

/** The part that all data points of a run share. */
function pointOf(record: RunRecord): object {
  const { startedAt, finishedAt } = record.when;
  const labels = Object.entries(runLabels(record)).map(([name, value]) => [`outcry.${name}`, value]);
  return {
    attributes: attributesOf(Object.fromEntries(labels)),
    ...(startedAt && { startTimeUnixNano: nanoseconds(startedAt) }),
    ...(finishedAt && { timeUnixNano: nanoseconds(finishedAt) }),
  };
}

type Add = (suffix: string, data: OtlpMetric['data'], point: object | null) => void;

function addMetric(metric: Metric, add: Add): void {
  if (metric.kind === 'gauge') {
    const [typical, highest] = [typicalOf(metric), highestOf(metric)];
    add(`.${typicalWord(metric)}`, gauge, typical === null ? null : { asDouble: typical });
    add('.max', gauge, highest === null ? null : { asDouble: highest });
  } else if (metric.kind === 'count') {
    add('', sum, integer(metric.total));
    add('.expected', gauge, integer(metric.expected));
  } else {
    const found = summaryOf(metric);
    const quantileValues = found?.quantiles.map(([quantile, value]) => ({ quantile, value }));
    add('', summary, found && { count: String(found.count), sum: found.sum, quantileValues });
  }
}

/** Imported runs have means of counts, which are no integers. */
const integer = (value: number | null): object | null =>
  value === null ? null : Number.isSafeInteger(value) ? { asInt: String(value) } : { asDouble: value };

function metricsOf(records: readonly RunRecord[]): OtlpMetric[] {
  const metrics = new Map<string, OtlpMetric>();
  for (const record of records) {
    const shared = pointOf(record);
    for (const [name, metric] of Object.entries(record.metrics)) {
      addMetric(metric, (suffix, data, point) => {
        if (point === null) return;
        const [full, unit] = [`outcry.${snake(name)}${suffix}`, ucum(metric.unit)];
        // Two scenarios may measure different things by one name.
        const key = `${full} ${unit} ${metric.kind}`;
        const found = metrics.get(key) ?? { name: full, description: metric.about, unit, points: [], data };
        found.points.push({ ...shared, ...point });
        metrics.set(key, found);
      });
    }
  }
  return [...metrics.values()];
}

export default {
  about: 'OpenTelemetry metrics (OTLP JSON), a data point per run and figure',
  write({ records }) {
    const metrics = metricsOf(records).map(({ points, data, ...about }) => ({ ...about, ...data(points) }));
    const resource = { attributes: attributesOf({ 'service.name': 'outcry' }) };
    const data = { resourceMetrics: [{ resource, scopeMetrics: [{ scope: { name: 'outcry' }, metrics }] }] };
    return `${JSON.stringify(data, null, 2)}\n`;
  },
} satisfies Exporter;
