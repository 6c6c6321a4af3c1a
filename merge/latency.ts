/** Merges latencies: means over runs, percentiles from added histograms. */
import type { LatencyDistribution, RunRecord } from '../protocol/run-record.ts';
import { addedDistribution } from './histogram.ts';
import { latencyPerSecond, plannedSeconds } from './series.ts';
import { runFigure } from './statistics.ts';
import type { MergedDistribution, MergedLatency } from './types.ts';

export type LatencyName = 'fromSent' | 'fromDue' | 'delivery';

/**
 * One run's mean latency, ms. From `sent` it is sum / count of all own messages; a run that has neither (an imported
 * one) gives the mean of its per-second means over the seconds of the plan, as study A averaged them. From `due` and
 * of deliveries it is the mean of the run's histogram.
 */
export function runMean(record: RunRecord, name: LatencyName): number | null {
  if (name !== 'fromSent') return record.latency[name]?.mean ?? null;
  const { latencySum, latencyCount, bucketSeconds } = record.perSecond;
  if (latencySum && latencyCount) {
    const count = sum(latencyCount);
    if (count > 0) return sum(latencySum) / count;
  }
  if (record.latency.fromSent) return record.latency.fromSent.mean;
  const buckets = Math.ceil(plannedSeconds(record) / bucketSeconds) + 1;
  const means = (latencyPerSecond(record.perSecond) ?? []).slice(0, buckets).filter((value) => value !== null);
  return means.length > 0 ? sum(means) / means.length : null;
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Merges one latency of runs of one combination.
 * @param why called with a path below the latency and a sentence for what cannot be given
 * @returns null when no run measured it
 */
export function mergeLatency(
  records: RunRecord[],
  name: LatencyName,
  why: (path: string, reason: string) => void,
): MergedLatency | null {
  const runMeans = records.map((record) => runMean(record, name)).filter((value) => value !== null);
  const mean = runFigure(runMeans);
  if (!mean) return null;
  return { mean, runMeans, distribution: mergeDistribution(records, name, why) };
}

function mergeDistribution(
  records: RunRecord[],
  name: LatencyName,
  why: (path: string, reason: string) => void,
): MergedDistribution | null {
  const measured = records.filter((record) => record.latency[name] !== null);
  if (measured.length === 0) {
    why('.distribution', 'the runs have no histograms');
    return null;
  }
  if (measured.length < records.length) {
    why('.distribution', `${records.length - measured.length} of ${records.length} runs have no histogram`);
    return null;
  }
  try {
    return addedDistribution(measured.map((record) => (record.latency[name] as LatencyDistribution).hdr));
  } catch (error) {
    why('.distribution', `a histogram could not be read: ${(error as Error).message}`);
    return null;
  }
}
