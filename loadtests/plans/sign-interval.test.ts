import { atMostHeads, signInterval } from './sign-interval.ts';

const runs = (value: number, held: number, broke: number) => [
  ...Array.from({ length: held }, () => ({ value, broke: false })),
  ...Array.from({ length: broke }, () => ({ value, broke: true })),
];

test('a fair coin falls on heads as the binomial distribution says', () => {
  expect(atMostHeads(0, 6)).toBeCloseTo(1 / 64, 12);
  expect(atMostHeads(1, 9)).toBeCloseTo(10 / 512, 12);
  expect(atMostHeads(9, 9)).toBeCloseTo(1, 12);
});

describe('the interval of the point at which half of all runs break', () => {
  test('ends on each side where six of six runs agree', () => {
    const probes = [...runs(80, 3, 0), ...runs(90, 3, 0), ...runs(110, 0, 3), ...runs(120, 0, 3)];
    expect(signInterval(probes, 100)).toEqual({ low: 80, high: 120 });
  });

  test('is as near as the nearest six, and goes further out for one that disagrees', () => {
    expect(signInterval([...runs(90, 6, 0), ...runs(110, 0, 6)], 100)).toEqual({ low: 90, high: 110 });
    expect(signInterval([...runs(70, 3, 0), ...runs(90, 5, 1), ...runs(110, 0, 6)], 100)).toEqual({
      low: 70,
      high: 110,
    });
  });

  test('is open where the runs are too few', () => {
    expect(signInterval([...runs(90, 5, 0), ...runs(110, 0, 6)], 100)).toEqual({ low: null, high: 110 });
  });
});
