import { shareInterval } from './share-interval.ts';

// Tables of Clopper and Pearson's interval.
test.each([
  [0, 10, 0, 0.3085],
  [1, 10, 0.0025, 0.445],
  [5, 10, 0.1871, 0.8129],
  [10, 10, 0.6915, 1],
  [5, 100, 0.0164, 0.1128],
  [0, 0, 0, 1],
])('%i of %i is a share of %f to %f', (count, n, low, high) => {
  const interval = shareInterval(count, n);
  expect(interval[0]).toBeCloseTo(low, 4);
  expect(interval[1]).toBeCloseTo(high, 4);
});
