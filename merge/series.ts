/** Merges what runs counted per second, and marks the seconds that not all of them have. */
import type { PerSecond, RunRecord } from '../protocol/run-record.ts';
import { mergeSeries } from './statistics.ts';
import type { MergedPerSecond, MergedSeries, WindowFigure } from './types.ts';

/** Study A's window: ten seconds after the start has settled and before clients finish. */
const WINDOW = { fromSecond: 5, toSecond: 14 };

const COUNTS = ['sentByClients', 'receivedByServer', 'sentByServer', 'receivedByClients'] as const;

/** A run's mean latency per bucket, ms; null for a bucket in which nothing was measured. Null: no latencies at all. */
export function latencyPerSecond({ latencySum, latencyCount, latencyMean }: PerSecond): (number | null)[] | null {
  if (!latencySum || !latencyCount) return latencyMean;
  return latencyCount.map((count, bucket) => (count > 0 ? (latencySum[bucket] ?? 0) / count : null));
}

/** How long `record` was meant to send, seconds. */
export function plannedSeconds({ identity }: Pick<RunRecord, 'identity'>): number {
  return identity.messages / identity.rate;
}

/** Merges the series of runs of one combination (at least one) whose buckets are equally wide. */
export function mergePerSecond(records: RunRecord[]): MergedPerSecond {
  const bucketSeconds = records[0]!.perSecond.bucketSeconds;
  const planned = plannedSeconds(records[0]!);
  const merged = Object.fromEntries(
    COUNTS.map((name) => {
      const runs = records.map((record) => record.perSecond[name]).filter((series) => series !== null);
      return [name, mergeSeries(runs.map((series) => series.map((count) => count / bucketSeconds)))];
    }),
  ) as Record<(typeof COUNTS)[number], MergedSeries | null>;
  const latency = mergeSeries(
    records.map((record) => latencyPerSecond(record.perSecond)).filter((series) => series !== null),
  );
  const all = [...Object.values(merged), latency].filter((series) => series !== null);
  const length = Math.max(0, ...all.map((series) => series.mean.length));
  const plannedBuckets = Math.ceil(planned / bucketSeconds) + 1;
  const shared = Math.min(plannedBuckets, ...all.map(firstStragglers));
  const overtime = Array.from({ length }, (_, bucket) => bucket >= shared);
  return { bucketSeconds, plannedSeconds: planned, overtime, ...merged, latency };
}

/** The first bucket after which only some runs go on; Infinity when all end together. */
function firstStragglers({ n }: MergedSeries): number {
  const shared = n.lastIndexOf(Math.max(...n)) + 1;
  return shared < n.length ? shared : Number.POSITIVE_INFINITY;
}

/** Study A's figures over seconds 5..14; a reason instead when not all of these seconds are there. */
export function windowFigure(merged: MergedPerSecond): WindowFigure | { reason: string } {
  const { bucketSeconds, overtime, latency } = merged;
  if (!latency) return { reason: 'no latencies were measured' };
  const first = Math.ceil(WINDOW.fromSecond / bucketSeconds);
  const last = Math.floor((WINDOW.toSecond + 1) / bucketSeconds) - 1;
  for (let bucket = first; bucket <= last; bucket++) {
    if ((latency.mean[bucket] ?? null) === null || overtime[bucket]) {
      return {
        reason: `seconds ${WINDOW.fromSecond}..${WINDOW.toSecond} are not all in the test: second ${bucket * bucketSeconds} is ${overtime[bucket] ? 'overtime' : 'missing'}`,
      };
    }
  }
  if (last < first) return { reason: `the buckets of ${bucketSeconds} s are too wide for it` };
  return { ...WINDOW, ...spread(latency.mean.slice(first, last + 1)) };
}

/** The same figures over every second that is not overtime. Null when there is none with a latency. */
export function wholeTestFigure({ bucketSeconds, overtime, latency }: MergedPerSecond): WindowFigure | null {
  const inTime = (latency?.mean ?? []).filter((_, bucket) => !overtime[bucket]);
  if (inTime.every((value) => value === null)) return null;
  return { fromSecond: 0, toSecond: inTime.length * bucketSeconds - 1, ...spread(inTime) };
}

function spread(values: (number | null)[]): Pick<WindowFigure, 'high' | 'low' | 'average'> {
  const known = values.filter((value) => value !== null);
  return {
    high: Math.max(...known),
    low: Math.min(...known),
    average: known.reduce((sum, value) => sum + value, 0) / known.length,
  };
}
