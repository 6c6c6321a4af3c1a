/** The history of one combination over versions or sessions, with the points where a figure changed. Pure. */
import { mean, sampleVariance } from 'simple-statistics';
import type { RunRecord } from '../../protocol/run-record.ts';
import type { Row } from '../gate/gate-rows.ts';
import { ENOUGH_RUNS } from '../run-facts.ts';
import { type ChangePoint, changePoints } from '../statistics/change-points.ts';
import { studentQuantile } from '../statistics/student-t.ts';
import type { Combination, Merge } from '../types.ts';
import { type Interval, ratioOf } from './compare.ts';
import { middleOf, type RunsSay, runsSay } from './effect.ts';
import { testFamily } from './family.ts';

export interface HistoryPoint {
  version: string;
  /** The session, where each is a point of its own, and the commit of Outcry that made it. */
  session: { id: string; note: string | null; startedAt: string | null; outcry: string | null } | null;
  /** The middle of its runs, in the metric's unit, with the 95 % interval of that; null: there is one run. */
  value: number;
  low: number | null;
  high: number | null;
  runs: number;
}

export interface Change extends ChangePoint {
  /** The ratio of the figure since to the figure before; null if a run gives 0 or less, or nothing varies. */
  ratio: Interval | null;
  /** It begins at the newest point, or that point shows it first: without it, there is no change in this place. */
  fresh: boolean;
}

export interface History {
  combination: Combination;
  /** Path of the figure, and its metric's unit. */
  figure: string;
  unit: string;
  points: HistoryPoint[];
  changes: Change[];
  /** `rounds`: all points were measured in the same rounds. `sessions`: each session is one value. */
  by: 'rounds' | 'sessions';
}

interface Value {
  version: string;
  session: NonNullable<HistoryPoint['session']>;
  repetition: number;
  value: number;
}

const versionOf = ({ identity, versions }: RunRecord): string => identity.version ?? versions.framework ?? 'unknown';

/** Rows that differ in the version alone, together. */
function families<T extends { merge: Merge }>(rows: readonly T[]): T[][] {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const { version: _, frameworkLabel: __, ...rest } = row.merge.combination;
    const key = JSON.stringify([row.merge.kind, Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))]);
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found.values()];
}

const byVersion = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

const grouped = (values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
};

interface Series {
  points: HistoryPoint[];
  /** On the scale that is tested. */
  blocks: number[][];
  by: History['by'];
}

function pointOf(runs: readonly Value[], session: HistoryPoint['session']): HistoryPoint {
  const values = runs.map(({ value }) => value);
  return { version: runs[0]!.version, session, value: middleOf(values), ...endsOf(values), runs: runs.length };
}

/** Student's interval, of logarithms where the middle is that of logarithms. */
function endsOf(values: number[]): Pick<HistoryPoint, 'low' | 'high'> {
  const n = values.length;
  if (n < 2) return { low: null, high: null };
  const isRatio = values.every((value) => value > 0);
  const scaled = isRatio ? values.map(Math.log) : values;
  const half = studentQuantile(0.975, n - 1) * Math.sqrt(sampleVariance(scaled) / n);
  const middle = mean(scaled);
  const ends = { low: middle - half, high: middle + half };
  return isRatio ? { low: Math.exp(ends.low), high: Math.exp(ends.high) } : ends;
}

/** The rounds that have every version; null where there are fewer than {@link ENOUGH_RUNS}. */
function inRounds(values: readonly Value[], onScale: (value: number) => number): Series | null {
  const versions = [...new Set(values.map(({ version }) => version))].sort(byVersion);
  const roundOf = ({ session, repetition }: Value): string => `${session.id} ${repetition}`;
  const whole = [...grouped(values, roundOf).values()]
    .map((round) => versions.map((version) => round.filter((one) => one.version === version)))
    .filter((round) => round.every(({ length }) => length === 1))
    .map((round) => round.flat());
  if (versions.length < 2 || whole.length < ENOUGH_RUNS) return null;
  return {
    points: versions.map((_, index) =>
      pointOf(
        whole.map((round) => round[index]!),
        null,
      ),
    ),
    blocks: whole.map((round) => round.map(({ value }) => onScale(value))),
    by: 'rounds',
  };
}

/** A point for each version in each session: by version, then by time. */
function inSessions(values: readonly Value[], onScale: (value: number) => number): Series {
  const startOf = ([first]: Value[]): string => first!.session.startedAt ?? '';
  const groups = [...grouped(values, ({ version, session }) => JSON.stringify([version, session.id])).values()].sort(
    (a, b) => byVersion(a[0]!.version, b[0]!.version) || startOf(a).localeCompare(startOf(b)),
  );
  const points = groups.map((group) => pointOf(group, group[0]!.session));
  return { points, blocks: [groups.map((group) => mean(group.map(({ value }) => onScale(value))))], by: 'sessions' };
}

/** The figures of points: in the rounds of `blocks`, or where there is one block, a session for each point. */
function saysOf(blocks: readonly number[][], from: number, to: number): RunsSay {
  const inBlocks = blocks.length > 1;
  const values = inBlocks ? blocks.map((block) => mean(block.slice(from, to))) : blocks[0]!.slice(from, to);
  const rounds = values.map((_, index) => ({
    session: inBlocks ? 'all' : `${from + index}`,
    repetition: inBlocks ? index : 0,
  }));
  return { kind: 'measured', rounds, runValues: values.map(Math.exp), runOf: values.map((_, index) => index) };
}

/** The ratio of the points from `at` on to those before, up to the next changes. @param blocks logarithms of the figure */
function ratioAt(blocks: readonly number[][], from: number, at: number, to: number): Interval | null {
  const [tested] = testFamily([{ row: saysOf(blocks, at, to), baseline: saysOf(blocks, from, at) }]).tested;
  const { effect, level } = tested!;
  return effect && ratioOf(effect, level!);
}

interface Sized extends ChangePoint {
  ratio: Interval | null;
}

const includesOne = ({ low, high }: Interval): boolean => low <= 1 && high >= 1;

/**
 * The change points with their sizes. One whose size may be nothing, by its interval, is no change that is shown: the least certain goes first,
 * and the sizes beside it are taken anew.
 */
function sizedChanges(blocks: readonly number[][], isRatio: boolean): Sized[] {
  for (let found = changePoints(blocks); ; ) {
    const ends = [0, ...found.map(({ at }) => at), blocks[0]!.length];
    const sized = found.map((change, index) => ({
      ...change,
      ratio: isRatio ? ratioAt(blocks, ends[index]!, change.at, ends[index + 2]!) : null,
    }));
    const doubtful = sized.filter(({ ratio }) => ratio !== null && includesOne(ratio));
    if (doubtful.length === 0) return sized;
    const leastCertain = doubtful.reduce((worst, one) => (one.p > worst.p ? one : worst));
    found = found.filter(({ at }) => at !== leastCertain.at);
  }
}

/** Tells of each change whether the newest point brought it. */
function freshOf(
  blocks: readonly number[][],
  found: readonly ChangePoint[],
  isRatio: boolean,
): (change: ChangePoint) => boolean {
  const newest = blocks[0]!.length - 1;
  const before = sizedChanges(
    blocks.map((block) => block.slice(0, newest)),
    isRatio,
  );
  // One change that is seen elsewhere now is not a new one.
  const isMore = found.length > before.length;
  return ({ at }) => at === newest || (isMore && before.every((change) => change.at !== at));
}

/** The figures of a row's runs (`gate/gate-rows.ts`). A page in the browser has no records, nor what reads them. */
type RowSays = (row: Row, figure: string) => RunsSay;

function valuesOf(rows: readonly Row[], figure: string, rowSays: RowSays): Value[] {
  return rows.flatMap((row) => {
    const { runValues, runOf } = rowSays(row, figure);
    return runValues.map((value, index): Value => {
      const record = row.valid[runOf[index]!]!;
      const { session, when, versions, identity } = record;
      return {
        version: versionOf(record),
        session: { id: session.id, note: session.note, startedAt: when.startedAt, outcry: versions.outcry },
        repetition: identity.repetition,
        value,
      };
    });
  });
}

/** @param series chooses the points; null: these values have no history */
function historyOf(
  values: readonly Value[],
  { metrics, combination }: Merge,
  figure: string,
  series: (values: readonly Value[], onScale: (value: number) => number) => Series | null,
): History | null {
  if (values.length === 0) return null;
  const isRatio = values.every(({ value }) => value > 0);
  const made = series(values, isRatio ? Math.log : (value) => value);
  if (made === null) return null;
  const { points, blocks, by } = made;
  const found = sizedChanges(blocks, isRatio);
  const isFresh = freshOf(blocks, found, isRatio);
  return {
    combination,
    figure,
    unit: metrics[figure.split('.')[0]!]?.unit ?? '',
    points,
    changes: found.map((change) => ({ ...change, fresh: isFresh(change) })),
    by,
  };
}

/**
 * A history for each framework, transport and load in `rows` that has two points or more.
 * @param figureOf the path of the figure for a row, such as `fromSent.mean`
 * @param rowSays reads a figure of a row
 */
export function historiesOf(rows: Row[], figureOf: (row: Row) => string, rowSays: RowSays): History[] {
  return families(rows).flatMap((family) => {
    const [first] = family as [Row];
    const figure = figureOf(first);
    const history = historyOf(
      valuesOf(family, figure, rowSays),
      first.merge,
      figure,
      (values, onScale) => inRounds(values, onScale) ?? inSessions(values, onScale),
    );
    return history === null || history.points.length < 2 ? [] : [history];
  });
}

/** The fewest versions that are more than a comparison. */
const FEWEST_VERSIONS = 3;

/**
 * The histories of versions that were measured in the same rounds, from merges alone.
 * @param figuresOf paths of the metrics to follow, for a merge of each family
 */
export function historiesOfMerges(merges: readonly Merge[], figuresOf: (merge: Merge) => string[]): History[] {
  return families(merges.filter(({ runs }) => runs > 0).map((merge) => ({ merge }))).flatMap((family) => {
    const [{ merge: first }] = family as [{ merge: Merge }];
    if (family.length < FEWEST_VERSIONS) return [];
    return figuresOf(first).flatMap((figure) => {
      const values = family.flatMap(({ merge }) => {
        const { rounds, runValues, runOf } = runsSay(merge, figure);
        const version = merge.combination.version ?? merge.versions.framework[0] ?? 'unknown';
        return runValues.map((value, index): Value => {
          const { session: id, repetition } = rounds[runOf[index]!]!;
          return { version, session: { id, note: null, startedAt: null, outcry: null }, repetition, value };
        });
      });
      const history = historyOf(values, first, figure, inRounds);
      return history === null || history.points.length < FEWEST_VERSIONS ? [] : [history];
    });
  });
}
