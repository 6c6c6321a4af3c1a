/** Merges a count: how many, in all and per second. */
import type { CountMetric } from '../metrics/metric.ts';
import { mergeSeries } from './series.ts';
import { known, type RunValues, runFigure, runValuesOf } from './statistics/means.ts';
import type { Why } from './text/missing-reasons.ts';
import type { MergedCount } from './types.ts';

/**
 * @param runs one per run, in their order; null for a run without the metric
 * @param bucketSeconds the series are merged as counts per second
 */
export function mergeCount(
  runs: (CountMetric | null)[],
  bucketSeconds: number,
  why: Why,
): Pick<MergedCount, 'total' | 'expected' | 'perRun' | keyof RunValues | 'series'> {
  const { runValues, runOf } = runValuesOf(runs.map((run) => run?.total));
  const expected = known(runs.map((run) => run?.expected));
  const series = known(runs.map((run) => run?.series));
  const all = (values: number[]) => (values.length === runs.length ? sum(values) : null);
  if (runValues.length < runs.length)
    why('total', `${runs.length - runValues.length} of ${runs.length} runs did not count it`);
  if (runValues.length === 0) why('perRun', 'no run counted it', 'total');
  if (series.length === 0) why('series', 'it was not counted by second');
  return {
    total: all(runValues),
    expected: all(expected),
    perRun: runFigure(runValues),
    runValues,
    runOf,
    series: mergeSeries(series.map((counts) => counts.map((count) => count / bucketSeconds))),
  };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
