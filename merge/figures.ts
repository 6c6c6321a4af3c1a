/** Reads the figures that tables are made of from a merge. */
import type { Figure } from '../protocol/scenario-charts.ts';
import type { Merge, MergedMetric, RunFigure } from './types.ts';

/** A figure, with its interval where it has one. */
export interface FigureValue {
  value: number;
  /** Null where the figure has no interval over runs, such as a percentile without histograms of slices. */
  overRuns: RunFigure | null;
  /** The number of runs behind it: not always all that the merge averages. */
  n: number;
}

const plain = (value: number | null | undefined, n: number): FigureValue | null =>
  value === null || value === undefined ? null : { value, overRuns: null, n };

const overRuns = (figure: RunFigure | null): FigureValue | null =>
  figure && { value: figure.mean, overRuns: figure, n: figure.n };

/** `2 of 10 runs` where a figure comes from fewer runs than the merge averages; null where it comes from all of them. */
export function fewerRuns({ runs }: Pick<Merge, 'runs'>, n: number): string | null {
  return n < runs ? `${n} of ${runs} runs` : null;
}

/** Null when the merge does not have it, or its kind knows no such figure. */
export function figureOf({ metrics, runs }: Merge, metric: string, figure: Figure): FigureValue | null {
  const merged = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined;
  return merged === undefined ? null : readFigure(merged, figure, runs);
}

/** A total and a distribution are there only when every run has one. */
function readFigure(metric: MergedMetric, figure: Figure, runs: number): FigureValue | null {
  if (metric.kind === 'count') {
    if (figure === 'mean') return overRuns(metric.perRun);
    return figure === 'total' ? plain(metric.total, runs) : null;
  }
  if (metric.kind === 'gauge') {
    if (figure === 'typical') return overRuns(metric.typical);
    return figure === 'max' ? overRuns(metric.max) : null;
  }
  switch (figure) {
    case 'mean':
      return overRuns(metric.mean);
    case 'window':
      return plain(metric.window?.average, metric.window?.n ?? 0);
    case 'windowHigh':
      return plain(metric.window?.high, metric.window?.n ?? 0);
    case 'windowLow':
      return plain(metric.window?.low, metric.window?.n ?? 0);
    case 'total':
    case 'typical':
      return null;
    default: {
      const value = metric.distribution?.[figure];
      const interval = figure === 'min' || figure === 'max' ? undefined : metric.distribution?.intervals?.[figure];
      return value === undefined || value === null || !interval
        ? plain(value, runs)
        : overRuns({ mean: value, ...interval, n: runs });
    }
  }
}
