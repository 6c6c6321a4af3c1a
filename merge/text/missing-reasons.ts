/** The reasons for missing figures: from runs when they are merged, and from a merge when it is shown. */
import type { Figure } from '../../protocol/scenario-charts.ts';
import type { Merge } from '../types.ts';

/**
 * Notes that `part` of the metric being merged cannot be given: for the reason the runs give for lacking `from` (by default what
 * is called as the part is), or else for `fallback`.
 */
export type Why = (part: string, fallback: string, from?: string) => void;

/** The part of a merged metric that a figure is read from. */
const PART_OF: Record<Figure, string> = {
  mean: 'mean',
  p50: 'distribution',
  p90: 'distribution',
  p99: 'distribution',
  p999: 'distribution',
  min: 'distribution',
  max: 'distribution',
  total: 'total',
  typical: 'typical',
  window: 'window',
  windowHigh: 'window',
  windowLow: 'window',
};

/** Returns the reason why `merge` lacks a figure; undefined when no run gave a reason. */
export function whyMissing({ metrics, notMeasured }: Merge, metric: string, figure: Figure): string | undefined {
  const path = `metrics.${metric}`;
  const { kind } = metrics[metric] ?? {};
  const part =
    kind === 'gauge' && figure === 'max' ? 'max' : kind === 'count' && figure === 'mean' ? 'perRun' : PART_OF[figure];
  // A window is of the series, a distribution's absence may be that of everything.
  const parts =
    part === 'window' ? [part, 'series', 'mean'] : part === 'distribution' ? [figure, part, 'mean'] : [part];
  for (const each of parts) {
    const said = notMeasured[`${path}.${each}`];
    if (said !== undefined) return said;
  }
  return notMeasured[path];
}
