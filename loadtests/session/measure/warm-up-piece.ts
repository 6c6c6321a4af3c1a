/** Reads the result of a piece of warm-up from its clients' measurements. Pure. */
import { countedOf, valueAt } from '../../../merge/statistics/histogram.ts';
import type { Measured, MetricKind, MetricRoles } from '../../../metrics/metric.ts';
import type { Piece } from './warm-up.ts';

/** Buckets of a piece: narrow, so that what came after the load had ended can be skipped. */
export const WARM_UP_BUCKET_MS = 100;

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

type Specs = Record<string, { kind: MetricKind }>;

/** The scenario's first of a kind. */
const firstOf = (metrics: Specs, kind: MetricKind): string | undefined =>
  Object.entries(metrics).find(([, spec]) => spec.kind === kind)?.[0];

/** The metric that rows are ranked by where that was measured, otherwise the scenario's first trend. */
function latencyOf(metrics: Specs, ranked: readonly string[], measured: Record<string, Measured>) {
  const trends = [...ranked, firstOf(metrics, 'trend') ?? ''].map((name) => measured[name]);
  return trends.find((trend) => trend?.kind === 'trend' && total(trend.count) > 0);
}

/** The median: a few slow messages of a short piece do not keep it from being level. */
const medianOf = ({ hdr, sum, count }: Extract<Measured, { kind: 'trend' }>): number | null =>
  hdr === null ? total(sum) / total(count) : valueAt(50, countedOf(hdr));

/**
 * @param metrics those that the scenario's clients measure
 * @param shown the metrics that its rows may be ranked by, best first, and those that have a role
 * @param measured their measurements, in buckets of {@link WARM_UP_BUCKET_MS}
 * @param seconds the length of the load
 */
export function pieceOf(
  metrics: Specs,
  { ranked, roles }: { ranked: readonly string[]; roles: MetricRoles },
  measured: Record<string, Measured>,
  seconds: number,
  error: string | null,
): Omit<Piece, 'cpu'> {
  const latency = latencyOf(metrics, ranked, measured);
  const delivered = measured[roles.delivered ?? firstOf(metrics, 'count') ?? ''];
  const buckets = Math.ceil((seconds * 1000) / WARM_UP_BUCKET_MS);
  return {
    seconds,
    latency: latency?.kind === 'trend' ? medianOf(latency) : null,
    throughput: delivered?.kind === 'count' ? total(delivered.series.slice(0, buckets)) / seconds : null,
    error,
  };
}
