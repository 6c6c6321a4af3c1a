import type { Graph } from '../model/graphs.ts';
import { levelRange, ratioRange, ratioTicks, tailCeiling } from './axes.ts';

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

describe('the axis of ratios has round labels, 1 among them', () => {
  test.each([
    [0.8, 1.37, [0.8, 0.9, 1, 1.1, 1.2, 1.3]],
    [0.7, 4, [1, 1.5, 2, 2.5, 3, 3.5, 4]],
    [0.5, 12, [0.5, 1, 2, 5, 10]],
    [0.001, 5_000, [0.001, 0.01, 0.1, 1, 10, 100, 1_000]],
  ])('from %d to %d', (min, max, ticks) => {
    expect(ratioTicks({ min, max })).toEqual(ticks);
  });

  test('whatever the range is', () => {
    for (let power = -8; power < 0; power += 0.37) {
      for (let up = 0.03; up < 8; up += 0.61) {
        const ticks = ratioTicks({ min: 10 ** power, max: 10 ** up });
        expect(ticks).toContain(1);
        expect(ticks.length).toBeLessThanOrEqual(7);
      }
    }
  });
});

const seriesOf = (...points: object[]) => ({ logarithmicY: false, series: [{ points }] }) as unknown as Graph;

test('one late message does not flatten a distribution', () => {
  expect(tailCeiling(seriesOf({ x: 1, y: 2 }, { x: 100, y: 5 }, { x: 1_000, y: 85 }))).toBe(15);
  expect(tailCeiling(seriesOf({ x: 1, y: 2 }, { x: 100, y: 5 }, { x: 1_000, y: 12 }))).toBeNull();
});

test('levels have the whole axis, however far their intervals reach', () => {
  expect(levelRange(seriesOf({ y: 60, low: 58, high: 62 }, { y: 80, low: 79, high: 90 }))).toEqual({
    min: 57,
    max: 91,
  });
  expect(levelRange(seriesOf({ y: 60, low: -900, high: 900 }, { y: 80, low: 79, high: 81 }))).toEqual({
    min: 40,
    max: 100,
  });
  expect(levelRange(seriesOf({ y: 0, low: null, high: null }))).toEqual({ min: -0.1, max: 0.1 });
});
