/** Joins the slices of a run into one test. Pure. */
import type { RunSlices } from '../../../protocol/run-record.ts';
import type { ServersUse } from '../../monitor/servers-meter.ts';
import type { Measured } from '../measure/run-context.ts';
import { BUCKET_SECONDS } from '../record/make-record.ts';
import { type At, countsEndToEnd, histogramsOf, outcomeEndToEnd } from './end-to-end.ts';
import { hostsEndToEnd } from './hosts.ts';
import { samplesEndToEnd } from './samples.ts';
import type { Slice } from './slice.ts';

type Together = Omit<Measured, 'backend' | 'wire' | 'samplesMissing'>;

/**
 * @param slices one or more, in the order in which they were made
 * @param ranked the metrics that rows may be ranked by, best first
 */
export function stageOf(slices: readonly Slice[], facts: RunSlices, ranked: readonly string[]): Together {
  const histograms = histogramsOf(
    slices.map(({ outcome }) => outcome),
    ranked,
  );
  const begins: number[] = [];
  let buckets = 0;
  for (const slice of slices) {
    begins.push(buckets);
    buckets += slice.buckets;
  }
  const each = <T>(of: (slice: Slice) => T): At<T>[] =>
    slices.map((slice, index) => ({ bucket: begins[index]!, value: of(slice) }));
  const toMs = (some: number): number => some * BUCKET_SECONDS * 1000;
  const { from } = slices[0]!.window;
  const placed = slices.map(({ buckets: length, ...slice }, index) => ({
    ...{ samples: slice.samples, window: slice.window, hosts: slice.hosts, serverHost: slice.serverHost },
    isEven: slice.isEven,
    standsAt: from + toMs(begins[index]!),
    lengthMs: toMs(length),
  }));
  const samples = samplesEndToEnd(placed);
  return {
    startedAt: slices[0]!.startedAt,
    outcome: outcomeEndToEnd(each(({ outcome }) => outcome)),
    counts: countsEndToEnd(each(({ counts }) => counts)),
    countsMissing: slices.find(({ countsMissing }) => countsMissing !== null)?.countsMissing ?? null,
    window: { from, to: from + toMs(buckets) },
    samples,
    hosts: hostsEndToEnd(placed),
    slices: { ...facts, ...(histograms && { histograms }) },
    idle: idleTogether(slices.map(({ idle }) => idle)),
  };
}

function idleTogether(uses: readonly (ServersUse | null)[]): ServersUse | null {
  const known = uses.filter((use) => use !== null);
  if (known.length < uses.length || known.length === 0) return null;
  const sum = (of: (use: ServersUse) => number): number => known.reduce((total, use) => total + of(use), 0);
  return {
    seconds: sum(({ seconds }) => seconds),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    memoryBytes: sum(({ memoryBytes }) => memoryBytes) / known.length,
  };
}
