/** Converts the server's counts into their form in the record. Pure. */
import type { Counts } from '../../../protocol/control.ts';
import type { Counted } from '../../../protocol/verbs.ts';

/**
 * The counts without what began the test: one `publish` of the coordinator member, at the very start of bucket 0, which went to all clients.
 * @param clients the number of connections that were open at the start
 */
export function withoutStart(counts: Counts, clients: number): Counts {
  const less = (values: readonly number[], by: number): number[] =>
    values.map((value, bucket) => (bucket === 0 ? Math.max(0, value - by) : value));
  const { publish } = counts.verbs;
  const rest = { received: less(publish.received, 1), sent: less(publish.sent, clients) };
  return { ...counts, verbs: { ...counts.verbs, publish: rest } };
}

/** One series over several verbs. */
export function seriesOf(counts: Counts, verbs: readonly Counted[], direction: 'received' | 'sent'): number[] {
  const all = verbs.map((verb) => counts.verbs[verb][direction]);
  const length = Math.max(0, ...all.map((series) => series.length));
  return Array.from({ length }, (_, bucket) => all.reduce((sum, series) => sum + (series[bucket] ?? 0), 0));
}
