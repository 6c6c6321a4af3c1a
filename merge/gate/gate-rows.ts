/** The runs of one combination, as a gate looks at them, and which rows of two sets of runs belong together. */
import type { RunRecord } from '../../protocol/run-record.ts';
import { type RunsSay, runsSay } from '../compare/effect.ts';
import { mergeRuns } from '../index.ts';
import { recordFigure } from '../record-figures.ts';
import { runValuesOf } from '../statistics/means.ts';
import { RECORD_FIGURES } from '../text/figure-words.ts';
import type { Combination, Merge } from '../types.ts';

export interface Row {
  merge: Merge;
  /** The runs that are averaged, in the order of the merge. */
  valid: RunRecord[];
  /** Those with fatal flags too. */
  all: RunRecord[];
}

/** A row, and the one that it is compared with. */
export interface RowPair {
  row: Row;
  baseline: Row;
}

/** A row without a match on the other side, and why. */
export interface Unmatched {
  row: Row;
  reason: string;
}

export interface Matched {
  pairs: RowPair[];
  /** Rows without a baseline, and rows of the baseline that nothing is compared with. */
  rows: Unmatched[];
  baselines: Unmatched[];
}

export function rowsOf(records: RunRecord[]): Row[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const named = (ids: string[]) => ids.flatMap((id) => byId.get(id) ?? []);
  return mergeRuns(records).map((merge) => {
    const valid = named(merge.runIds);
    return { merge, valid, all: [...valid, ...named(merge.excluded.map(({ id }) => id))] };
  });
}

/**
 * A figure in the valid runs of `row`, for a comparison with those of another: what a metric is usually read by as all comparisons take it,
 * other figures as they are in the records.
 * @param figure its path, as `recordFigure` reads it
 */
export function rowSays({ merge, valid }: Row, figure: string): RunsSay {
  const [name, of] = figure.split('.');
  const metric = merge.metrics[name!];
  if (metric && (of === undefined || of === RECORD_FIGURES[metric.kind][0])) return runsSay(merge, name!);
  if (metric?.kind === 'trend' && of === 'p50' && metric.sliceMedians !== undefined) return runsSay(merge, figure);
  const values = runValuesOf(valid.map((record) => recordFigure(record, figure)));
  return { kind: merge.kind, rounds: merge.rounds, ...values };
}

/** Everything that a combination is, by name, but what it is called for people. @param whole with what only keeps rows from being ranked */
function fieldsOf({ combination }: Merge, whole: boolean): Map<string, string> {
  const { frameworkLabel: _, params, conditions = {}, ...rest } = combination;
  const told = Object.fromEntries(
    Object.entries(conditions).flatMap(([name, { text, unranked }]) =>
      whole || unranked === undefined ? [[name, text]] : [],
    ),
  );
  return new Map(
    Object.entries({ ...params, ...rest, ...told })
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [name, String(value)]),
  );
}

type Field = keyof Combination;

/** Lists the differences between two rows, besides `ignored`. */
function differences(a: Row, b: Row, ignored: readonly Field[], whole = true): string[] {
  const [here, there] = [fieldsOf(a.merge, whole), fieldsOf(b.merge, whole)];
  const names = [...new Set([...here.keys(), ...there.keys()])].filter((name) => !ignored.includes(name as Field));
  return names
    .filter((name) => here.get(name) !== there.get(name))
    .map((name) => `${name}: ${here.get(name) ?? 'none'} here, ${there.get(name) ?? 'none'} there`);
}

/** Pairs of `rows` and `baselines` that differ in nothing but `ignored`, where either has just one such partner. */
function pairUp(rows: Row[], baselines: Row[], ignored: readonly Field[]): RowPair[] {
  const same = (row: Row, baseline: Row) => differences(row, baseline, ignored).length === 0;
  return rows.flatMap((row) => {
    const [baseline, ...more] = baselines.filter((each) => same(row, each));
    if (baseline === undefined || more.length > 0) return [];
    return rows.filter((each) => same(each, baseline)).length === 1 ? [{ row, baseline }] : [];
  });
}

function unmatched(rows: Row[], others: Row[]): Unmatched[] {
  return rows.map((row) => {
    const nearest = others
      .filter(({ merge }) => merge.combination.framework === row.merge.combination.framework)
      .map((other) => differences(row, other, []))
      .sort((a, b) => a.length - b.length)[0];
    const there = nearest?.length
      ? `the nearest there differs: ${nearest.join(', ')}`
      : 'there is no such framework there';
    return { row, reason: nearest?.length === 0 ? 'there are several like it there' : there };
  });
}

/**
 * Rows are compared with the baseline of the same framework, transport, scenario, parameters and swarm. A version matches the same
 * version, and where only one of either side is left, another one.
 */
export function matchRows(rows: Row[], baselines: Row[]): Matched {
  const exact = pairUp(rows, baselines, []);
  const left = (all: Row[], taken: Row[]) => all.filter((row) => !taken.includes(row));
  const others = pairUp(
    left(
      rows,
      exact.map(({ row }) => row),
    ),
    left(
      baselines,
      exact.map(({ baseline }) => baseline),
    ),
    ['version'],
  );
  const pairs = [...exact, ...others];
  const [openRows, openBaselines] = [
    left(
      rows,
      pairs.map(({ row }) => row),
    ),
    left(
      baselines,
      pairs.map(({ baseline }) => baseline),
    ),
  ];
  return { pairs, rows: unmatched(openRows, baselines), baselines: unmatched(openBaselines, rows) };
}

/**
 * `rows` against those of them that are the baseline: each with the one of the same transport and load. Members are no part of the load: a
 * session may find that the clients of one framework need more of them.
 */
export function matchWithin(rows: Row[], isBaseline: (row: Row) => boolean): Matched {
  const baselines = rows.filter(isBaseline);
  const others = rows.filter((row) => !isBaseline(row));
  const ignored: Field[] = ['framework', 'version', 'members'];
  const pairs = others.flatMap((row) => {
    const baseline = baselines.find((each) => differences(row, each, ignored, false).length === 0);
    return baseline === undefined ? [] : [{ row, baseline }];
  });
  const open = others.filter((row) => !pairs.some((pair) => pair.row === row));
  return {
    pairs,
    rows: open.map((row) => ({ row, reason: 'the baseline has nothing over this transport and of this load' })),
    baselines: [],
  };
}
