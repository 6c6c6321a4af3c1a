/** Merges a gauge: its typical level, its maximum and its course. */
import { max, mean, median } from 'simple-statistics';
import type { GaugeMetric } from '../metrics/metric.ts';
import { typicalWord } from '../metrics/units.ts';
import { mergeSeries } from './series.ts';
import { known, type RunValues, runFigure, runValuesOf } from './statistics/means.ts';
import type { Why } from './text/missing-reasons.ts';
import type { MergedGauge } from './types.ts';

type Levels = Pick<GaugeMetric, 'unit' | 'samples' | 'intervalMs' | 'median' | 'max'>;

/** Means of samples that lie in the same second. */
function perSecond(samples: number[], intervalMs: number): (number | null)[] {
  const means: (number | null)[] = [];
  let sum = 0;
  let count = 0;
  // A plain loop: most of a record is samples, and a pair for each takes longer than the rest.
  for (let index = 0; index < samples.length; index++) {
    const second = Math.floor((index * intervalMs) / 1000);
    if (second >= means.length) {
      while (means.length < second) means.push(null);
      sum = 0;
      count = 0;
    }
    sum += samples[index]!;
    count++;
    means[second] = sum / count;
  }
  return means;
}

/**
 * Returns the typical level of a run ({@link typicalWord}): the mean of its samples, or the median over its seconds of each second's mean.
 * @param seconds the means of its seconds, if they are known
 * @returns the run's own figure if it has no samples; null if it has none
 */
export function typicalOf(
  { unit, samples, intervalMs, median: said }: Levels,
  seconds = samples && perSecond(samples, intervalMs ?? 0),
): number | null {
  if (!samples?.length || !seconds?.length) return said;
  return typicalWord({ unit }) === 'mean' ? mean(samples) : median(known(seconds));
}

/** The highest of a run's samples, or what the run says itself where it has none. */
export function highestOf({ samples, max: said }: Levels): number | null {
  return samples?.length ? max(samples) : said;
}

/** @param runs one per run, in their order; null for a run without the metric */
export function mergeGauge(
  runs: (GaugeMetric | null)[],
  why: Why,
): Pick<MergedGauge, 'typical' | keyof RunValues | 'max' | 'series'> {
  const seconds = runs.map((run) => (run?.samples ? perSecond(run.samples, run.intervalMs ?? 0) : null));
  const { runValues, runOf } = runValuesOf(runs.map((run, i) => run && typicalOf(run, seconds[i])));
  const highest = known(runs.map((run) => run && highestOf(run)));
  const sampled = known(seconds);
  if (runValues.length === 0) why('typical', 'no run has samples of it', 'samples');
  if (highest.length === 0) why('max', 'no run has samples of it', 'samples');
  if (sampled.length === 0) why('series', 'no run has samples of it', 'samples');
  return { typical: runFigure(runValues), runValues, runOf, max: runFigure(highest), series: mergeSeries(sampled) };
}
