import { mergeSeries } from './series.ts';
import { runFigure } from './statistics.ts';

describe('runFigure', () => {
  test('is the mean with its 95 % Student-t interval', () => {
    // 2, 4, 6: mean 4, s = 2, standard error 2/sqrt(3) = 1.1547, t(0.975, 2) = 4.30265: half width 4.9683
    const figure = runFigure([2, 4, 6])!;
    expect(figure.mean).toBe(4);
    expect(figure.low).toBeCloseTo(4 - 4.9683, 4);
    expect(figure.high).toBeCloseTo(4 + 4.9683, 4);
    expect(figure.n).toBe(3);
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
    expect(merged.high[0]).toBeCloseTo(3 + 4.9683, 4);
  });

  test('keeps a bucket that no run has as a gap', () => {
    expect(mergeSeries([[1, null, 2]])).toMatchObject({ mean: [1, null, 2], n: [1, 0, 1] });
  });

  test('is null without runs', () => {
    expect(mergeSeries([])).toBeNull();
  });
});
