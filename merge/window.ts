/** High, low and average of a trend's buckets: over study A's window, and over the whole test. */
import type { Merge, MergedSeries, WindowFigure } from './types.ts';

/** Study A's window: ten seconds after the start has settled and before clients finish. */
const WINDOW = { fromSecond: 5, toSecond: 14 };

type Buckets = Pick<Merge, 'plan' | 'overtime'>;

/** The figures over seconds 5..14; a reason instead when not all of these seconds are there. */
export function windowFigure(
  { mean, n }: MergedSeries,
  { plan, overtime }: Buckets,
): WindowFigure | { reason: string } {
  const { bucketSeconds } = plan;
  const first = Math.ceil(WINDOW.fromSecond / bucketSeconds);
  const last = Math.floor((WINDOW.toSecond + 1) / bucketSeconds) - 1;
  for (let bucket = first; bucket <= last; bucket++) {
    if ((mean[bucket] ?? null) === null || overtime[bucket]) {
      return {
        reason: `seconds ${WINDOW.fromSecond}..${WINDOW.toSecond} are not all in the test: second ${bucket * bucketSeconds} is ${overtime[bucket] ? 'overtime' : 'missing'}`,
      };
    }
  }
  if (last < first) return { reason: `the buckets of ${bucketSeconds} s are too wide for it` };
  return { ...WINDOW, ...spread(mean.slice(first, last + 1), n.slice(first, last + 1)) };
}

/** The same figures over every second that is not overtime. Null when there is none with a value. */
export function wholeTestFigure({ mean, n }: MergedSeries, { plan, overtime }: Buckets): WindowFigure | null {
  const inTime = mean.filter((_, bucket) => !overtime[bucket]);
  const runs = n.filter((_, bucket) => !overtime[bucket]);
  if (inTime.every((value) => value === null)) return null;
  return { fromSecond: 0, toSecond: inTime.length * plan.bucketSeconds - 1, ...spread(inTime, runs) };
}

function spread(values: (number | null)[], runs: number[]): Pick<WindowFigure, 'high' | 'low' | 'average' | 'n'> {
  const known = values.filter((value) => value !== null);
  return {
    high: Math.max(...known),
    low: Math.min(...known),
    average: known.reduce((sum, value) => sum + value, 0) / known.length,
    n: Math.min(...runs.filter((count) => count > 0)),
  };
}
