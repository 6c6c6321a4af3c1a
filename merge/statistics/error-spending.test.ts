import { ALPHA, errorOfLook } from './error-spending.ts';

test('the first look has most of the error, and all looks together never more than all of it', () => {
  expect(errorOfLook(1)).toBe(0.04);
  expect(errorOfLook(2)).toBeCloseTo(0.005, 12);
  const spent = Array.from({ length: 60 }, (_, index) => errorOfLook(index + 1)).reduce((sum, error) => sum + error, 0);
  expect(spent).toBeLessThanOrEqual(ALPHA + 1e-12);
});
