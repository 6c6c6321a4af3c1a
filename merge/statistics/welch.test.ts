import { holm, holmLevels, pairedT, welch } from './welch.ts';

/** Extra hours of sleep of ten patients under two drugs: the data of Student's paper of 1908, as they come with R (`sleep`). */
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

describe('the paired t-test', () => {
  test('agrees with what R says of the data of Student’s paper', () => {
    const { estimate, t, df, p } = pairedT(FIRST, SECOND)!;
    expect(estimate).toBeCloseTo(-1.58, 10);
    expect(t).toBeCloseTo(-4.0621, 4);
    expect(df).toBe(9);
    expect(p).toBeCloseTo(0.002833, 6);
  });

  test('is not there for differences that do not vary, though rounding makes them', () => {
    expect(pairedT([0.1, 0.2, 0.3], [0.2, 0.3, 0.4])).toBeNull();
    expect(pairedT([1, 2, 3], [1, 2, 3])).toBeNull();
    expect(pairedT([1], [2])).toBeNull();
  });
});

describe('Welch’s t-test', () => {
  test('agrees with what R says of the same data as two samples', () => {
    const { t, df, p } = welch(FIRST, SECOND)!;
    expect(t).toBeCloseTo(-1.8608, 4);
    expect(df).toBeCloseTo(17.776, 3);
    expect(p).toBeCloseTo(0.07939, 5);
  });

  test('agrees with a calculation by hand', () => {
    // a: mean 3, variance 2.5; b: mean 6, variance 10; errors 0.5 and 2: t = -3 / sqrt(2.5);
    // df = 2.5^2 / (0.5^2 / 4 + 2^2 / 4) = 6.25 / 1.0625
    const { t, df, p } = welch([1, 2, 3, 4, 5], [2, 4, 6, 8, 10])!;
    expect(t).toBeCloseTo(-1.897367, 6);
    expect(df).toBeCloseTo(5.882353, 6);
    expect(p).toBeCloseTo(0.10753, 5);
  });

  test('does not depend on which sample comes first, but for the sign', () => {
    const [a, b] = [
      [1, 2, 4],
      [3, 5, 9],
    ] as const;
    expect(welch([...b], [...a])!.p).toBeCloseTo(welch([...a], [...b])!.p, 12);
  });

  test('is not there for samples that do not vary or are too small', () => {
    expect(welch([1, 1, 1], [2, 2, 2])).toBeNull();
    expect(welch([1], [2, 3])).toBeNull();
  });
});

describe('Holm’s correction', () => {
  test('multiplies the smallest by the number of tests, the next by one less, and never falls', () => {
    // 0.01*4 = 0.04; 0.03*2 = 0.06 after 0.02*3 = 0.06; 0.04*1 = 0.04 held up to 0.06
    const corrected = holm([0.04, 0.01, 0.03, 0.02]);
    expect(corrected.map((value) => Number(value.toFixed(10)))).toEqual([0.06, 0.04, 0.06, 0.06]);
  });

  test('agrees with R’s p.adjust', () => {
    const p = [0.01, 0.02, 0.03, 0.04, 0.05];
    expect(holm(p).map((value) => Number(value.toFixed(10)))).toEqual([0.05, 0.08, 0.09, 0.09, 0.09]);
  });

  test('stays at most 1 and leaves a single test alone', () => {
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
    expect(holm([0.03])).toEqual([0.03]);
    expect(holm([])).toEqual([]);
  });

  test('tests each at a level of its own, which its p is below exactly where the correction shows it', () => {
    expect(holmLevels([0.04, 0.01, 0.001], 0.05)).toEqual([0.05, 0.025, 0.05 / 3]);
    // The second fails, so that the third is tested at no better level, though its p would do there.
    expect(holmLevels([0.026, 0.03, 0.001], 0.05)).toEqual([0.025, 0.025, 0.05 / 3]);
    const tried = [0.04, 0.01, 0.03, 0.02, 0.0004, 0.9];
    const levels = holmLevels(tried, 0.05);
    expect(tried.map((p, index) => p < levels[index]!)).toEqual(holm(tried).map((corrected) => corrected < 0.05));
  });
});
