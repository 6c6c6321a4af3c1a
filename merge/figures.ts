/** Reads the figures that tables are made of from a merge. */
import type { Figure } from '../protocol/scenario-charts.ts';
import type { Merge, MergedMetric, RunFigure } from './types.ts';

/** A figure, with its interval where it is a mean over runs. */
export interface FigureValue {
  value: number;
  /** Null where the figure is no mean over runs, such as a percentile. */
  overRuns: RunFigure | null;
}

const plain = (value: number | null | undefined): FigureValue | null =>
  value === null || value === undefined ? null : { value, overRuns: null };

const overRuns = (figure: RunFigure | null): FigureValue | null => figure && { value: figure.mean, overRuns: figure };

/** Null when the merge does not have it, or its kind knows no such figure. */
export function figureOf({ metrics }: Merge, metric: string, figure: Figure): FigureValue | null {
  const merged = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined;
  return merged === undefined ? null : readFigure(merged, figure);
}

function readFigure(metric: MergedMetric, figure: Figure): FigureValue | null {
  if (metric.kind === 'count') {
    if (figure === 'mean') return overRuns(metric.perRun);
    return figure === 'total' ? plain(metric.total) : null;
  }
  if (metric.kind === 'gauge') {
    if (figure === 'typical') return overRuns(metric.typical);
    return figure === 'max' ? overRuns(metric.max) : null;
  }
  switch (figure) {
    case 'mean':
      return overRuns(metric.mean);
    case 'window':
      return plain(metric.window?.average);
    case 'windowHigh':
      return plain(metric.window?.high);
    case 'windowLow':
      return plain(metric.window?.low);
    case 'total':
    case 'typical':
      return null;
    default:
      return plain(metric.distribution?.[figure]);
  }
}
