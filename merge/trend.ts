/** Merges a trend: means over runs, percentiles from added histograms. */
import type { Distribution, TrendMetric } from '../metrics/metric.ts';
import { RARE_PERCENTILES, tooFewFor } from '../metrics/percentiles.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { meansPerBucket, runMean } from './run-mean.ts';
import { mergeSeries } from './series.ts';
import { sliceMeans, sliceMedians } from './slice-means.ts';
import { percentileIntervals } from './slice-percentiles.ts';
import { addedDistribution, type Counted, countedOf } from './statistics/histogram.ts';
import { known, runFigure, runValuesOf, type SliceValues } from './statistics/means.ts';
import type { Why } from './text/missing-reasons.ts';
import type { MergedDistribution, MergedTrend } from './types.ts';

/** The slices of each run and their histograms; undefined if the run has no slices, or none of the histograms. */
interface Cut {
  slices: readonly RunRecord['slices'][];
  histograms: readonly (string[] | undefined)[];
}

/**
 * All of a merged trend but its figures over seconds, which need to know what is overtime.
 * @param runs one per run, in their order; null for a run without the metric
 */
export function mergeTrend(
  runs: (TrendMetric | null)[],
  plan: RunRecord['plan'],
  why: Why,
  { slices, histograms }: Cut = { slices: [], histograms: [] },
): Pick<MergedTrend, 'mean' | keyof SliceValues | 'runP99' | 'series' | 'distribution'> {
  const { runValues, runOf } = runValuesOf(runs.map((run) => run && runMean(run, plan)));
  const series = known(runs.map((run) => run && meansPerBucket(run)));
  if (runValues.length === 0) why('mean', 'no run measured it');
  if (series.length === 0) why('series', 'it was not measured by second');
  const counted = countedSlices(histograms, why);
  const runP99 = known(runOf.map((run) => enough(runs[run]!.distribution)?.p99));
  return {
    mean: runFigure(runValues),
    runValues,
    runOf,
    ...sliceMeans(
      runOf.map((run) => ({ trend: runs[run]!, slices: slices[run] })),
      plan.bucketSeconds,
    ),
    ...sliceMedians(runOf.map((run) => counted[run])),
    ...(runP99.length > 0 && runP99.length === runOf.length ? { runP99 } : {}),
    series: mergeSeries(series),
    distribution: mergeDistribution(runs, counted, why),
  };
}

/** What the histograms of slices count; nothing where one of them cannot be read. */
function countedSlices(histograms: Cut['histograms'], why: Why): (Counted[] | undefined)[] {
  try {
    return histograms.map((run) => run?.map(countedOf));
  } catch (error) {
    why('intervals', `a histogram of a slice could not be read: ${(error as Error).message}`);
    return [];
  }
}

const enough = (distribution: Distribution | null): Distribution | null =>
  distribution !== null && tooFewFor('p99', distribution.count) === null ? distribution : null;

/** Takes out percentiles that would be the maximum, and says why. */
function withoutRare(distribution: MergedDistribution, why: Why): MergedDistribution {
  const rest = { ...distribution };
  for (const name of RARE_PERCENTILES) {
    const few = tooFewFor(name, distribution.count);
    if (few === null) continue;
    rest[name] = null;
    why(name, few);
  }
  return rest;
}

function mergeDistribution(
  runs: (TrendMetric | null)[],
  counted: readonly (Counted[] | undefined)[],
  why: Why,
): MergedDistribution | null {
  const distributions = known(runs.map((run) => run?.distribution));
  if (distributions.length < runs.length) {
    const without = runs.length - distributions.length;
    const some = distributions.length > 0;
    why('distribution', some ? `${without} of ${runs.length} runs have no histogram` : 'the runs have no histograms');
    return null;
  }
  try {
    const whole = addedDistribution(distributions.map(({ hdr }) => hdr));
    const distribution = whole && withoutRare(whole, why);
    if (distribution === null || counted.every((run) => run === undefined)) return distribution;
    const intervals = percentileIntervals(distribution, counted);
    if (typeof intervals !== 'string') return { ...distribution, intervals };
    why('intervals', intervals);
    return distribution;
  } catch (error) {
    why('distribution', `a histogram could not be read: ${(error as Error).message}`);
    return null;
  }
}
