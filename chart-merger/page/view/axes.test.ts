import type { Graph } from '../model/graphs.ts';
import { ratioRange } from './axes.ts';

const rangeOf = (...ratios: [y: number, low: number | null, high: number | null][]) => {
  const points = ratios.map(([y, low, high], x) => ({ x, y, low, high }));
  return ratioRange({ series: [{ points }] } as unknown as Graph);
};

describe('ratios are drawn', () => {
  test('with their intervals and a little room, and about 1 with whatever is near it', () => {
    const { min, max } = rangeOf([1, null, null], [3, 2, 5]);
    expect([min, max]).toEqual([expect.closeTo(0.8 / 1.1), expect.closeTo(5.5)]);
    expect(rangeOf([1.01, 1, 1.02]).max).toBeCloseTo(1.25 * 1.1);
  });

  test('at a readable distance though an interval is far beyond all of them: it is cut off', () => {
    const { min, max } = rangeOf([1, null, null], [2, 0.000_1, 40_000]);
    expect([min, max]).toEqual([0.1, 20]);
  });
});
