/** Adds up what the members of a swarm measured. Pure. */
import type { Measured } from '../metrics/metric.ts';
import type { MemberReport } from './contract.ts';
import { encode, sum as sumHistograms } from './histogram.ts';

type Of<K extends Measured['kind']> = Extract<Measured, { kind: K }>;

/** Sums bucket by bucket; a series that ends earlier has nothing in the later buckets. */
function addSeries(all: readonly (readonly number[])[]): number[] {
  const length = Math.max(0, ...all.map((series) => series.length));
  return Array.from({ length }, (_, bucket) => all.reduce((total, series) => total + (series[bucket] ?? 0), 0));
}

function addTrends(all: readonly Of<'trend'>[]): Measured {
  const histograms = all.flatMap(({ hdr }) => (hdr === null ? [] : [hdr]));
  return {
    kind: 'trend',
    sum: addSeries(all.map(({ sum }) => sum)),
    count: addSeries(all.map(({ count }) => count)),
    hdr: histograms.length === 0 ? null : encode(sumHistograms(histograms)),
    negative: all.reduce((total, { negative }) => total + negative, 0),
  };
}

/** The level of the whole swarm is the sum of its members' levels, as long as all of them were looked at. */
function addGauges(name: string, all: readonly Of<'gauge'>[]): Measured {
  const { intervalMs } = all[0]!;
  if (all.some((gauge) => gauge.intervalMs !== intervalMs)) {
    throw new Error(`Members sampled "${name}" at different intervals, so that their samples cannot be added up.`);
  }
  const length = Math.min(...all.map(({ samples }) => samples.length));
  return { kind: 'gauge', intervalMs, samples: addSeries(all.map(({ samples }) => samples.slice(0, length))) };
}

function addMeasured(name: string, all: readonly Measured[]): Measured {
  const { kind } = all[0]!;
  if (all.some((one) => one.kind !== kind)) throw new Error(`Members measured "${name}" as different kinds of metric.`);
  if (kind === 'trend') return addTrends(all as Of<'trend'>[]);
  if (kind === 'gauge') return addGauges(name, all as Of<'gauge'>[]);
  return { kind, series: addSeries((all as Of<'count'>[]).map(({ series }) => series)) };
}

/**
 * By name, what all members measured together: counts and sums are added bucket by bucket, histograms value by value, levels sample by sample.
 * A metric that only some members measured is the sum of those.
 * @throws an Error that names the metric when two members measured it in different ways
 */
export function mergeReports(reports: readonly Pick<MemberReport, 'metrics'>[]): Record<string, Measured> {
  const names = new Set(reports.flatMap(({ metrics }) => Object.keys(metrics)));
  const merged: Record<string, Measured> = {};
  for (const name of names) {
    merged[name] = addMeasured(
      name,
      reports.flatMap(({ metrics }) => (Object.hasOwn(metrics, name) ? [metrics[name]!] : [])),
    );
  }
  return merged;
}
