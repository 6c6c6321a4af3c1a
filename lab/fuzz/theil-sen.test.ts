import { theilSen } from './theil-sen.ts';

test('the slope of a line, which one point far from it does not bend', () => {
  const points = Array.from({ length: 20 }, (_, x) => ({ x, y: 5 + 3 * x }));
  expect(theilSen(points)).toEqual({ slope: 3, low: 3 });
  points[19]!.y = 1e9;
  expect(theilSen(points)).toMatchObject({ slope: 3, low: 3 });
});

test('the lower end is the one of the ordered slopes that the formula says', () => {
  // Of six points, with fifteen slopes: C = 1.96 * sqrt(6 * 5 * 17 / 18) = 10.4, and (15 - 10.4) / 2 = 2.3, so the second.
  const points = [0, 1, 4, 9, 16, 25].map((y, x) => ({ x, y }));
  expect(theilSen(points)).toEqual({ slope: 5, low: 2 });
});

test('three points are too few', () => {
  expect(theilSen([0, 1, 2].map((x) => ({ x, y: x })))).toBeNull();
});
