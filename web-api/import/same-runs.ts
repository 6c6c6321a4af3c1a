/** Recognises runs that lie in several files: all of their series are the same, second by second. */
import type { RunRecord } from '../../protocol/run-record.ts';
import { counter } from './chart-records.ts';
import { hashOf } from './read-names.ts';

const COUNTS = ['sentByClients', 'receivedByServer', 'sentByServer'] as const;

/** What identifies a run of study A's format; null without latencies: runs in which nothing was lost have the same counts. */
function seriesOf({ kind, metrics }: RunRecord): string | null {
  const { fromSent } = metrics;
  if (kind !== 'imported' || fromSent?.kind !== 'trend' || fromSent.series === null) return null;
  const counts = COUNTS.map((name) => {
    const metric = metrics[name];
    return metric?.kind === 'count' ? metric.series : null;
  });
  return hashOf(JSON.stringify([...counts, fromSent.series]));
}

/**
 * A text per run, the same for the same run of several sessions; null where it cannot be told. Runs of one session are different
 * ones, so that the second of two that are alike is the second of two in another session too.
 */
export function seriesKeys(runs: readonly RunRecord[]): (string | null)[] {
  const nth = counter();
  return runs.map((run) => {
    const series = seriesOf(run);
    return series && `${series} ${nth(`${run.session.id} ${series}`)}`;
  });
}

/** Where a run was imported from, as its session says. */
const originOf = ({ session }: RunRecord): string => session.note ?? `of the session ${session.id}`;

/** One sentence per pair of files, with how many runs they share. `pairs`: a run, and the one that it is the same as. */
export function sameRunNotes(pairs: readonly (readonly [RunRecord, RunRecord])[], what: string): string[] {
  const counts = new Map<string, number>();
  for (const [run, other] of pairs) {
    const files = `${originOf(run)} are the same, second by second, as runs ${originOf(other)}`;
    counts.set(files, (counts.get(files) ?? 0) + 1);
  }
  return [...counts].map(([files, runs]) => `${runs} runs ${files}${what}`);
}
