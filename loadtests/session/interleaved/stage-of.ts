/** What the slices of a run came to together, as one test. Pure. */
import type { RunSlices } from '../../../protocol/run-record.ts';
import type { Measured } from '../measure/run-context.ts';
import { BUCKET_SECONDS } from '../record/make-record.ts';
import { type At, countsEndToEnd, histogramsOf, outcomeEndToEnd } from './end-to-end.ts';
import type { IdleUse } from './idle-servers.ts';
import { samplesEndToEnd } from './samples.ts';
import type { Slice } from './slice.ts';

type Together = Omit<Measured, 'hosts' | 'backend' | 'wire' | 'samplesMissing'>;

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
  const samples = samplesEndToEnd(
    slices.map((slice, index) => ({
      samples: slice.samples,
      window: slice.window,
      standsAt: from + toMs(begins[index]!),
      lengthMs: toMs(slice.buckets),
    })),
  );
  return {
    startedAt: slices[0]!.startedAt,
    outcome: outcomeEndToEnd(each(({ outcome }) => outcome)),
    counts: countsEndToEnd(each(({ counts }) => counts)),
    countsMissing: slices.find(({ countsMissing }) => countsMissing !== null)?.countsMissing ?? null,
    window: { from, to: from + toMs(buckets) },
    samples,
    slices: { ...facts, ...(histograms && { histograms }) },
    idle: idleTogether(slices.map(({ idle }) => idle)),
  };
}

function idleTogether(uses: readonly (IdleUse | null)[]): IdleUse | null {
  const known = uses.filter((use) => use !== null);
  if (known.length < uses.length || known.length === 0) return null;
  const sum = (of: (use: IdleUse) => number): number => known.reduce((total, use) => total + of(use), 0);
  return {
    seconds: sum(({ seconds }) => seconds),
    cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds),
    memoryBytes: sum(({ memoryBytes }) => memoryBytes) / known.length,
  };
}
