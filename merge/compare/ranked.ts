/**
 * The choice of the metric that rows are ranked by, of those that a scenario names: the first that every compared row has. Pure.
 *
 * Of servers that take turns the median is compared, of others the mean. A slice has as few messages as fit into a second, and their mean is
 * mostly that of the slowest ones: it scatters twice as much as their median (docs/reference.md). The slowest messages are shown beside it,
 * as the 99th percentile.
 */
import type { RunRecord } from '../../protocol/run-record.ts';
import type { RankedBy } from '../../protocol/scenario-charts.ts';
import { recordFigure } from '../record-figures.ts';
import type { Merge } from '../types.ts';
import { sameLoad } from './comparable.ts';

/** The part of a scenario's declaration that names metrics. */
export type RankedNames = Pick<RankedBy, 'metric' | 'otherwise'>;
type Measured = Pick<Merge, 'metrics'>;

/** A metric, and the percentile of it that is compared; without one its mean, total or level. */
export interface ComparedBy {
  metric: string;
  figure?: 'p50' | undefined;
}

/** The path of what is compared, as `effect.ts` reads it. */
export const comparedPath = ({ metric, figure }: ComparedBy): string =>
  figure === undefined ? metric : `${metric}.${figure}`;

/** The metrics that rows may be ranked by, best first. */
export const rankedNames = ({ metric, otherwise = [] }: RankedNames): string[] => [metric, ...otherwise];

/**
 * The metric for rows that are compared with each other. A row has a metric when as many of its runs give it as give any of the others:
 * two runs with the best metric among ten would be a comparison of two.
 */
export function rankedMetric(by: RankedNames, rows: readonly Measured[]): string {
  const names = rankedNames(by);
  const runs = ({ metrics }: Measured, name: string): number => metrics[name]?.runValues.length ?? 0;
  const most = new Map(rows.map((row) => [row, Math.max(...names.map((name) => runs(row, name)))]));
  return (
    names.find((name) => rows.every((row) => runs(row, name) === most.get(row))) ??
    names.find((name) => rows.some((row) => runs(row, name) > 0)) ??
    by.metric
  );
}

/** Tells whether every row with a figure has the medians of its slices. */
function haveMedians(rows: readonly Measured[], name: string): boolean {
  const trends = rows.flatMap(({ metrics }) => metrics[name] ?? []).filter(({ runValues }) => runValues.length > 0);
  return trends.length > 0 && trends.every((metric) => metric.kind === 'trend' && metric.sliceMedians !== undefined);
}

/** `by` with what is compared of `rows`, which are compared with each other. */
export function rankedFor<By extends RankedNames>(by: By, rows: readonly Measured[]): By & ComparedBy {
  const metric = rankedMetric(by, rows);
  return { ...by, metric, figure: haveMedians(rows, metric) ? 'p50' : undefined, otherwise: [] };
}

/** `by` with the metric that `row` is compared by with the others of its load among `all`. */
export function rankedAmong<By extends RankedNames>(by: By, row: Merge, all: readonly Merge[]): By & ComparedBy {
  const others = all.filter((other) => other.combination.arm === row.combination.arm && sameLoad(other, row));
  return rankedFor(by, [row, ...others]);
}

/** The metric that one run by itself is shown by: the first that it has. */
export const rankedOfRun = (by: RankedNames, record: RunRecord): string =>
  rankedNames(by).find((name) => recordFigure(record, name) !== null) ?? by.metric;
