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

/** Adds one series to another from a bucket on. */
function added(to: readonly number[], more: readonly number[], from: number): number[] {
  const length = Math.max(to.length, from + more.length);
  return Array.from({ length }, (_, bucket) => (to[bucket] ?? 0) + (more[bucket - from] ?? 0));
}

/** Adds the counts of earlier processes of the same server, oldest first, each bucket at its time. */
export function withEarlier(counts: Counts, before: readonly Counts[]): Counts {
  const startedAt = before.find((one) => one.startedAt !== null)?.startedAt ?? counts.startedAt;
  const all = [...before, counts];
  const verbs = Object.keys(counts.verbs).map((name) => {
    const verb = name as Counted;
    const sum = { received: [] as number[], sent: [] as number[] };
    for (const one of all) {
      const from = Math.max(0, Math.floor(((one.startedAt ?? 0) - (startedAt ?? 0)) / counts.bucketMs));
      sum.received = added(sum.received, one.verbs[verb].received, from);
      sum.sent = added(sum.sent, one.verbs[verb].sent, from);
    }
    return [verb, sum];
  });
  const refused = all.reduce((total, one) => total + one.refused, 0);
  return { ...counts, startedAt, refused, verbs: Object.fromEntries(verbs) };
}

/** One series over several verbs. */
export function seriesOf(counts: Counts, verbs: readonly Counted[], direction: 'received' | 'sent'): number[] {
  const all = verbs.map((verb) => counts.verbs[verb][direction]);
  const length = Math.max(0, ...all.map((series) => series.length));
  return Array.from({ length }, (_, bucket) => all.reduce((sum, series) => sum + (series[bucket] ?? 0), 0));
}
