import { powerOfT, shiftShown } from './noncentral-t.ts';
import { studentQuantile } from './student-t.ts';

describe('the power of a t-test', () => {
  // Values of R's power.t.test: 20 a group one standard deviation apart; and the 22.02110 that it takes to show that in 90 of 100 tries.
  test.each([
    [20, 0.8689528],
    [22.0211, 0.9],
  ])('of two groups of %f that are one standard deviation apart is the published one', (n, power) => {
    const df = 2 * (n - 1);
    expect(powerOfT(studentQuantile(0.975, df), df, Math.sqrt(n / 2))).toBeCloseTo(power, 5);
  });

  test.each([
    [2, 0.05],
    [2, 0.001],
    [4, 0.05],
    [9, 0.0001],
    [100, 0.05],
    [20_000, 0.05],
  ])('with %i degrees of freedom is the level %f itself where nothing differs', (df, level) => {
    expect(powerOfT(studentQuantile(1 - level / 2, df), df, 0) / level).toBeCloseTo(1, 3);
  });

  test('is what was asked for at the shift that is to have it', () => {
    for (const df of [2, 4, 38]) expect(powerOfT(4.3, df, shiftShown(4.3, df, 0.8))).toBeCloseTo(0.8, 6);
  });
});
