/** What a piece of warm-up came to, read from what clients measured in it. Pure. */
import type { Measured, MetricKind } from '../../protocol/metrics.ts';
import type { Piece } from './warm-up.ts';

/** Buckets of a piece: narrow, so that what came after the load had ended can be left out. */
export const WARM_UP_BUCKET_MS = 100;

const total = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** The standard metric where the scenario has it, or the scenario's first of that kind. */
function nameOf(metrics: Record<string, { kind: MetricKind }>, kind: MetricKind, standard: string): string | undefined {
  if (metrics[standard]?.kind === kind) return standard;
  return Object.entries(metrics).find(([, spec]) => spec.kind === kind)?.[0];
}

/**
 * @param metrics what the scenario says that clients measure
 * @param measured what they did, in buckets of {@link WARM_UP_BUCKET_MS}
 * @param seconds how long the load was on
 */
export function pieceOf(
  metrics: Record<string, { kind: MetricKind }>,
  measured: Record<string, Measured>,
  seconds: number,
  error: string | null,
): Piece {
  const latency = measured[nameOf(metrics, 'trend', 'fromSent') ?? ''];
  const delivered = measured[nameOf(metrics, 'count', 'receivedByClients') ?? ''];
  const values = latency?.kind === 'trend' ? total(latency.count) : 0;
  const buckets = Math.ceil((seconds * 1000) / WARM_UP_BUCKET_MS);
  return {
    seconds,
    latency: latency?.kind === 'trend' && values > 0 ? total(latency.sum) / values : null,
    throughput: delivered?.kind === 'count' ? total(delivered.series.slice(0, buckets)) / seconds : null,
    error,
  };
}
