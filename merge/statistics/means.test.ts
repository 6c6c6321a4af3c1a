import { mergeSeries } from '../series.ts';
import { runFigure } from './means.ts';

describe('runFigure', () => {
  test('is the mean with its 95 % interval, by Student’s t on the logarithm of the mean', () => {
    // 2, 4, 6: mean 4, s = 2, standard error 2/sqrt(3) = 1.1547, t(0.975, 2) = 4.30265: half width 4.9683, 1.24207 of the mean
    const figure = runFigure([2, 4, 6])!;
    expect(figure.mean).toBe(4);
    expect(figure.low).toBeCloseTo(4 / Math.exp(1.24207), 4);
    expect(figure.high).toBeCloseTo(4 * Math.exp(1.24207), 3);
    expect(figure.n).toBe(3);
  });

  test('never has an interval of a latency go to zero or below, however runs scatter', () => {
    const { mean, low, high } = runFigure([0.9, 1.1, 7.81])!;
    expect(mean).toBeCloseTo(3.27, 10);
    expect(low).toBeGreaterThan(0);
    expect(high).toBeGreaterThan(mean);
    expect(runFigure([0, 0, 5])!.low).toBeGreaterThan(0);
    expect(runFigure([0, 0, 0])).toEqual({ mean: 0, low: 0, high: 0, n: 3 });
  });

  test('is Student’s own where runs are alike, as far as digits are shown', () => {
    const { low, high } = runFigure([99, 100, 101])!;
    expect(low).toBeCloseTo(100 - 2.4841, 1);
    expect(high).toBeCloseTo(100 + 2.4841, 1);
  });

  test('is Student’s own where values may be negative', () => {
    expect(runFigure([-2, 0, 2])).toMatchObject({ low: expect.closeTo(-4.9683, 4), high: expect.closeTo(4.9683, 4) });
  });

  test('gives no interval for one run, and nothing for none', () => {
    expect(runFigure([7])).toEqual({ mean: 7, low: null, high: null, n: 1 });
    expect(runFigure([])).toBeNull();
  });

  test('has a width of zero when all runs agree', () => {
    expect(runFigure([3, 3, 3])).toEqual({ mean: 3, low: 3, high: 3, n: 3 });
  });
});

describe('mergeSeries', () => {
  test('averages each bucket over the runs that have it, and says how many these are', () => {
    const merged = mergeSeries([
      [1, 10, null, 5],
      [3, 20],
      [5, 30, 4],
    ])!;
    expect(merged.mean).toEqual([3, 20, 4, 5]);
    expect(merged.n).toEqual([3, 3, 1, 1]);
    expect(merged.low[2]).toBeNull();
    expect(merged.high[0]).toBe(runFigure([1, 3, 5])!.high);
  });

  test('keeps a bucket that no run has as a gap', () => {
    expect(mergeSeries([[1, null, 2]])).toMatchObject({ mean: [1, null, 2], n: [1, 0, 1] });
  });

  test('is null without runs', () => {
    expect(mergeSeries([])).toBeNull();
  });
});
