/**
 * Merges run records: pure functions that know records and nothing else. The page, the web API and the command line
 * all show what these say.
 */
import type { Flag, RunRecord } from '../protocol/run-record.ts';
import { combinationKey, combinationOf } from './combination.ts';
import { mergeMetrics } from './merge-metrics.ts';
import { circumstancesOf, distinct, flagsOf } from './run-facts.ts';
import { noticesOfRuns } from './text/notices.ts';
import type { Combination, ExcludedRun, Merge } from './types.ts';

export { type Comparison, compare, type Verdict } from './compare/compare.ts';
export { fewerRuns, figureOf } from './figures.ts';
export { ENOUGH_RUNS } from './run-facts.ts';
export { labelMerges } from './text/labels.ts';
export type * from './types.ts';

export interface MergeOptions {
  /** Average runs with fatal flags too; they keep their flags. */
  includeInvalid?: boolean;
}

/**
 * Merges `runs` by combination: everything in their identity but the repetition, and their kind. Runs on different
 * machines, of different versions or sessions are merged, with a remark. Merges come sorted by framework and transport, then by clients and parameters.
 * A combination without averaged runs is included, with `runs` 0.
 */
export function mergeRuns(runs: RunRecord[], options: MergeOptions = {}): Merge[] {
  const groups = new Map<string, RunRecord[]>();
  for (const run of runs) {
    const key = combinationKey(run);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups].map(([key, group]) => mergeGroup(key, group, options.includeInvalid ?? false)).sort(byCombination);
}

/** By framework and transport, then by clients and parameters, so that the steps of a search follow each other. */
function byCombination({ combination: a, key }: Merge, { combination: b, key: otherKey }: Merge): number {
  const name = ({ framework, transport, version, arm }: Combination) =>
    [framework, version ?? '', transport, arm ?? ''].join(' ');
  const byParams = Object.keys(a.params)
    .sort()
    .map((param) => byValue(a.params[param], b.params[param]));
  return (
    name(a).localeCompare(name(b), undefined, { numeric: true }) ||
    (a.clients ?? 0) - (b.clients ?? 0) ||
    byParams.find((order) => order !== 0) ||
    key.localeCompare(otherKey)
  );
}

function byValue(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

const startOf = (record: RunRecord) => record.when.startedAt ?? '';

const isFatal = ({ level }: Flag) => level === 'fatal';

function mergeGroup(key: string, group: RunRecord[], includeInvalid: boolean): Merge {
  const sorted = [...group].sort((a, b) => startOf(a).localeCompare(startOf(b)) || a.id.localeCompare(b.id));
  const records = sorted.filter(({ validity }) => includeInvalid || !validity.some(isFatal));
  const newest = sorted.at(-1)!;
  return {
    key,
    kind: newest.kind,
    combination: combinationOf(newest),
    ...(newest.reference === undefined ? {} : { reference: newest.reference }),
    runs: records.length,
    runIds: records.map(({ id }) => id),
    rounds: records.map(({ session, identity, slices }) => ({
      session: session.id,
      repetition: identity.repetition,
      ...(session.until === undefined ? {} : { sequential: true }),
      ...(session.look === undefined ? {} : { look: session.look }),
      ...(slices === undefined ? {} : { sliced: true as const }),
    })),
    excluded: sorted.filter((record) => !records.includes(record)).map(excludedRun),
    flags: flagsOf(records),
    // Skipped runs are listed too.
    notices: noticesOfRuns(sorted),
    ...circumstancesOf(records),
    plan: newest.plan,
    ...mergeMetrics(records, newest),
  };
}

function excludedRun({ id, validity }: RunRecord): ExcludedRun {
  return { id, codes: distinct(validity.filter(isFatal).map(({ code }) => code)) };
}
