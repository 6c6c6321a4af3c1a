/** The choice of the metric that rows are ranked by, of those that a scenario names: the first that every compared row has. Pure. */
import type { RunRecord } from '../../protocol/run-record.ts';
import type { RankedBy } from '../../protocol/scenario-charts.ts';
import { recordFigure } from '../record-figures.ts';
import type { Merge } from '../types.ts';
import { sameLoad } from './comparable.ts';

/** The part of a scenario's declaration that names metrics. */
export type RankedNames = Pick<RankedBy, 'metric' | 'otherwise'>;
type Measured = Pick<Merge, 'metrics'>;

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

/** `by` with the metric for `rows`, which are compared with each other. */
export const rankedFor = <By extends RankedNames>(by: By, rows: readonly Measured[]): By => ({
  ...by,
  metric: rankedMetric(by, rows),
  otherwise: [],
});

/** `by` with the metric that `row` is compared by with the others of its load among `all`. */
export function rankedAmong<By extends RankedNames>(by: By, row: Merge, all: readonly Merge[]): By {
  const others = all.filter((other) => other.combination.arm === row.combination.arm && sameLoad(other, row));
  return rankedFor(by, [row, ...others]);
}

/** The metric that one run by itself is shown by: the first that it has. */
export const rankedOfRun = (by: RankedNames, record: RunRecord): string =>
  rankedNames(by).find((name) => recordFigure(record, name) !== null) ?? by.metric;
