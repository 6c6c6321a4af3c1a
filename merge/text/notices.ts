/** The notices that must stand with figures. */
import type { RunRecord } from '../../protocol/run-record.ts';
import type { Merge } from '../types.ts';

/** The sentences that figures of `merges` must not be shown without, each once. */
export function noticesOf(merges: readonly Pick<Merge, 'notices'>[]): string[] {
  return [...new Set(merges.flatMap(({ notices }) => notices))];
}

/** The same of runs. */
export function noticesOfRuns(runs: readonly RunRecord[]): string[] {
  return [...new Set(runs.flatMap(({ notice }) => notice ?? []))];
}
