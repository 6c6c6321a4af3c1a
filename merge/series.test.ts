import type { Metric } from '../metrics/metric.ts';
import type { RunRecord } from '../protocol/run-record.ts';
import { mergeMetrics } from './merge-metrics.ts';
import { meansPerBucket } from './run-mean.ts';
import { makeCount, makeRun, makeTrend } from './testing/make-run.ts';
import type { MergedTrend } from './types.ts';

const SPEC = { unit: 'ms', label: 'made up', about: 'Made up.' };
const count = (series: number[]): Metric => ({ ...SPEC, ...makeCount(series) });
const trend = (series: Parameters<typeof makeTrend>[0]): Metric => ({ ...SPEC, ...makeTrend(series, null) });

/** A record of 4 s whose metrics are exactly these. */
function record(metrics: Record<string, Metric>, plan: Partial<RunRecord['plan']> = {}): RunRecord {
  return { ...makeRun(), metrics, plan: { seconds: 4, bucketSeconds: 1, ...plan } };
}

const merged = (...records: RunRecord[]) => mergeMetrics(records, records.at(-1)!);
const latency = (...records: RunRecord[]) => merged(...records).metrics.latency as MergedTrend;
const flat = (length: number, value: number) => new Array<number>(length).fill(value);

describe('meansPerBucket', () => {
  test('is sum / count, and nothing for a second without values', () => {
    expect(meansPerBucket({ series: { sum: [10, 0, 9], count: [2, 0, 3] } })).toEqual([5, null, 3]);
  });

  test('is what an imported run says', () => {
    expect(meansPerBucket({ series: { mean: [4, null] } })).toEqual([4, null]);
    expect(meansPerBucket({ series: null })).toBeNull();
  });
});

describe('series', () => {
  test('weigh runs equally, however many values each had in the second', () => {
    const runs = [
      record({ latency: trend({ sum: [100], count: [10] }) }),
      record({ latency: trend({ sum: [40], count: [1] }) }),
    ];
    expect(latency(...runs).series!.mean).toEqual([25]);
  });

  test('are counts per second, also for wider buckets', () => {
    const wide = record({ sent: count([40, 80]) }, { bucketSeconds: 2 });
    expect(merged(wide).metrics.sent!.series!.mean).toEqual([20, 40]);
  });
});

describe('overtime', () => {
  test('are the seconds past the plan and one bucket of grace', () => {
    const run = () => record({ sent: count(flat(7, 2)) });
    expect(merged(run(), run()).overtime).toEqual([false, false, false, false, false, true, true]);
  });

  test('is a second that only some runs reach, though it is within the plan', () => {
    const { overtime, metrics } = merged(
      record({ sent: count([8, 8, 8, 8]) }),
      record({ sent: count([8, 8, 8, 7, 1]) }),
      record({ sent: count([8, 8, 8, 8]) }),
    );
    expect(overtime).toEqual([false, false, false, false, true]);
    expect(metrics.sent!.series).toMatchObject({ n: [3, 3, 3, 3, 1] });
    expect(metrics.sent!.series!.mean[4]).toBe(1);
  });

  test('comes of no series that ends sooner in every run', () => {
    const run = () => record({ sent: count(flat(4, 8)), received: count(flat(5, 8)) });
    expect(merged(run(), run()).overtime).toEqual(flat(5, 0).map(() => false));
  });

  test('comes of no gap in the middle of one run, which shows in n', () => {
    const runs = [
      record({ latency: trend({ mean: [1, null, 3, 4] }) }),
      record({ latency: trend({ mean: [1, 2, 3, 4] }) }),
    ];
    expect(merged(...runs).overtime).toEqual([false, false, false, false]);
    expect(latency(...runs).series!.n).toEqual([2, 1, 2, 2]);
  });

  test('comes of no run in which nothing arrived any more', () => {
    const run = (count: number[]) => record({ sent: counted, latency: trend({ sum: [4, 4, 4, 4], count }) });
    const counted = count(flat(4, 8));
    const runs = [run([1, 1, 1, 1]), run([1, 0, 0, 0])];
    expect(merged(...runs).overtime).toEqual(flat(4, 0).map(() => false));
    expect(latency(...runs).series!.n).toEqual([2, 1, 1, 1]);
  });

  test('begins nowhere where nobody planned an end', () => {
    expect(merged(record({ sent: count(flat(9, 1)) }, { seconds: null })).overtime).not.toContain(true);
  });
});

describe('seconds 5..14', () => {
  const long = { seconds: 15 };
  const steps = Array.from({ length: 15 }, (_, second) => second);
  const means = (mean: (number | null)[], plan: Partial<RunRecord['plan']> = long) =>
    record({ latency: trend({ mean }) }, plan);

  test('give high, low and average of the merged means', () => {
    // merged: second + 1
    const { window } = latency(means(steps), means(steps.map((value) => value + 2)));
    expect(window).toEqual({ fromSecond: 5, toSecond: 14, low: 6, high: 15, average: 10.5, n: 2 });
  });

  test('are refused with the reason for a shorter test; the whole test is there instead', () => {
    const short = means([5, 2, 3, 4, 100, 900], {});
    expect(latency(short)).toMatchObject({
      window: null,
      wholeTest: { fromSecond: 0, toSecond: 4, low: 2, high: 100, average: 22.8 },
    });
    expect(merged(short).notMeasured['metrics.latency.window']).toContain('second 5 is overtime');
  });

  test('say of how many runs they are where some lack a second', () => {
    const holed = means(steps.map((value) => (value === 9 ? null : value)));
    const { window, wholeTest } = latency(means(steps), means(steps), holed);
    expect(window).toMatchObject({ average: 9.5, n: 2 });
    expect(wholeTest).toMatchObject({ n: 2 });
  });

  test('are refused when one is missing in all runs', () => {
    const holed = means(steps.map((value) => (value === 9 ? null : value)));
    expect(merged(holed).notMeasured['metrics.latency.window']).toContain('second 9 is missing');
  });

  test('take whole buckets inside the window when buckets are wider', () => {
    // buckets 3..6 cover seconds 6..13
    const wide = means([0, 1, 2, 3, 4, 5, 6, 7], { ...long, bucketSeconds: 2 });
    expect(latency(wide).window).toMatchObject({ low: 3, high: 6, average: 4.5 });
  });

  test('are of every trend that has a series, and need no reason of their own where there is none', () => {
    const both = record({ latency: trend({ mean: steps }), other: trend({ mean: steps }), none: trend(null) }, long);
    const { metrics, notMeasured } = merged(both);
    expect(metrics.other).toMatchObject({ window: { average: 9.5 } });
    expect(metrics.none).toMatchObject({ window: null, wholeTest: null });
    expect(notMeasured['metrics.none.series']).toBe('it was not measured by second');
  });
});
