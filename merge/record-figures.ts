/** Single figures of one run, read from its record by a path such as `fromSent.p99`. Pure. */
import type { CountMetric, Distribution, GaugeMetric, TrendMetric } from '../metrics/metric.ts';
import { tooFewFor } from '../metrics/percentiles.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { highestOf, typicalOf } from './gauge.ts';
import { runMean } from './run-mean.ts';
import { RECORD_FIGURES } from './text/figure-words.ts';

const OF_A_DISTRIBUTION = ['count', 'mean', 'min', 'p50', 'p90', 'p99', 'p999', 'max'] as const;

function trendFigure(trend: TrendMetric, of: string, plan: RunRecord['plan']): number | null {
  if (of === 'mean') return runMean(trend, plan);
  const known = OF_A_DISTRIBUTION.find((name) => name === of);
  const { distribution } = trend;
  if (known === undefined || distribution === null || tooFewFor(known, distribution.count) !== null) return null;
  return distribution[known as keyof Distribution & typeof known] ?? null;
}

function gaugeFigure(gauge: GaugeMetric, of: string): number | null {
  if (of === 'typical') return typicalOf(gauge);
  return of === 'max' ? highestOf(gauge) : null;
}

function countFigure({ total, expected }: CountMetric, of: string): number | null {
  if (of === 'total') return total;
  return of === 'lost' ? lostOf(total, expected) : null;
}

const lostOf = (total: number | null, expected: number | null): number | null =>
  total === null || expected === null ? null : Math.max(0, expected - total);

/** The most that any count falls short of what was expected of it; null when none can say. */
function lost(record: RunRecord): number | null {
  const short = Object.values(record.metrics).flatMap((metric) => {
    const one = metric.kind === 'count' ? lostOf(metric.total, metric.expected) : null;
    return one === null ? [] : [one];
  });
  return short.length === 0 ? null : Math.max(...short);
}

/**
 * @param path `metric.figure`, `metric` alone, or `lost`. Figures of a trend: mean min p50 p90 p99 p999 max count; of a gauge: typical
 *   (mean of CPU, median over seconds of others) and max; of a count: total and lost
 * @returns null when the run does not have it
 */
export function recordFigure(record: RunRecord, path: string): number | null {
  if (path === 'lost') return lost(record);
  const [name, of] = path.split('.');
  const metric = Object.hasOwn(record.metrics, name!) ? record.metrics[name!]! : undefined;
  if (metric === undefined) return null;
  const figure = of ?? RECORD_FIGURES[metric.kind][0];
  if (metric.kind === 'trend') return trendFigure(metric, figure, record.plan);
  return metric.kind === 'gauge' ? gaugeFigure(metric, figure) : countFigure(metric, figure);
}

/** Returns the reason why a run has too few values for the percentile `path`; null where it has enough, or `path` is none. */
export function whyTooFew({ metrics }: RunRecord, path: string): string | null {
  const [name = '', of = ''] = path.split('.');
  const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
  if (metric?.kind !== 'trend' || metric.distribution === null) return null;
  return tooFewFor(of, metric.distribution.count);
}
