/** Costs of rows besides the ranked metric: the slowest messages, CPU, memory, and bytes where they were counted. Pure. */
import type { MetricRoles } from '../../metrics/metric.ts';
import { costsOf } from '../../metrics/standard-metrics.ts';
import { typicalWord } from '../../metrics/units.ts';
import type { Merge } from '../types.ts';
import type { Answer } from './answers.ts';
import { type Comparison, comparePairs } from './compare.ts';
import { metricIn, percentileIn } from './effect.ts';
import { comparedPath } from './ranked.ts';

/** One figure of all rows of an answer. */
export interface ComparedFigure {
  /** As `effect.ts` reads it: `fromSent`, `fromSent.p99`. */
  path: string;
  metric: string;
  /** The statistic of the metric: `mean`, `p99`, `median`. */
  figure: string;
  /** Each row against the first, in their order; null for that itself. */
  comparisons: (Comparison | null)[];
}

/** The row that ratios are of: the platform alone, or the best. */
export const baseOf = ({ reference, ranked }: Answer): Merge | null => reference ?? ranked[0] ?? null;

/** The figures of `rows`, of which the first is {@link baseOf}. A figure that no row has is left away. */
export function comparedFigures({ question }: Answer, rows: readonly Merge[], roles: MetricRoles): ComparedFigure[] {
  const [base, ...others] = rows as [Merge, ...Merge[]];
  const { metric } = question;
  const isTrend = rows.some(({ metrics }) => metrics[metric]?.kind === 'trend');
  const paths = [
    ...new Set([
      comparedPath(question),
      ...(isTrend ? [`${metric}.p99`] : []),
      ...costsOf(roles).map((cost) => cost.metric),
    ]),
  ];
  return paths
    .filter((path) => rows.some(({ metrics }) => (metrics[metricIn(path)]?.runValues.length ?? 0) > 0))
    .map((path) => {
      const better = path.startsWith(metric) ? question.better : 'less';
      const compared = comparePairs(
        others.map((row) => ({ row, baseline: base })),
        { ...question, metric: path, figure: undefined, otherwise: [], better },
      );
      return { path, metric: metricIn(path), figure: figureWord(path, rows), comparisons: [null, ...compared] };
    });
}

function figureWord(path: string, rows: readonly Merge[]): string {
  const percentile = percentileIn(path);
  if (percentile !== undefined) return percentile === 'p50' ? 'median' : percentile;
  const metric = rows.map(({ metrics }) => metrics[path]).find((each) => each !== undefined);
  // A sum over runs would grow with their number.
  return metric?.kind === 'gauge' ? typicalWord(metric) : 'mean';
}
