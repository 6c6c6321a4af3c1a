import { incompleteBeta, studentCdf, studentQuantile, twoSidedP } from './student-t.ts';

describe('Student t', () => {
  // Critical values as printed in any table of the distribution (three decimals).
  const table: [number, number, number][] = [
    [0.975, 1, 12.706],
    [0.975, 2, 4.303],
    [0.975, 3, 3.182],
    [0.975, 4, 2.776],
    [0.975, 9, 2.262],
    [0.975, 29, 2.045],
    [0.975, 120, 1.98],
    [0.95, 5, 2.015],
    [0.995, 10, 3.169],
    [0.9995, 3, 12.924],
  ];
  test.each(table)('quantile %f at %i degrees of freedom is %f', (p, df, t) => {
    expect(studentQuantile(p, df)).toBeCloseTo(t, 3);
  });

  test('with one degree of freedom it is the Cauchy distribution, known in closed form', () => {
    for (const t of [-5, -1, -0.2, 0, 0.7, 3]) {
      expect(studentCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 12);
    }
  });

  test('with two degrees of freedom it is 1/2 + t / (2 sqrt(2 + t^2))', () => {
    for (const t of [-4, -0.5, 0, 1.5, 8]) {
      expect(studentCdf(t, 2)).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 12);
    }
  });

  test('with very many degrees of freedom it is the normal distribution', () => {
    expect(studentQuantile(0.975, 1e6)).toBeCloseTo(1.95997, 4);
  });

  test('the quantile undoes the distribution function, in both tails and for broken degrees of freedom', () => {
    for (const p of [0.001, 0.2, 0.5, 0.9, 0.9999]) {
      expect(studentCdf(studentQuantile(p, 4.7), 4.7)).toBeCloseTo(p, 10);
    }
  });

  test('two-sided p halves at the 95 % point and stays a number far out', () => {
    expect(twoSidedP(2.2621571628, 9)).toBeCloseTo(0.05, 9);
    expect(twoSidedP(0, 9)).toBe(1);
    expect(twoSidedP(1e6, 9)).toBeLessThan(1e-40);
  });

  test('the incomplete beta function agrees with the polynomial it is for whole parameters', () => {
    // I_x(2, 3) = 6x^2 - 8x^3 + 3x^4
    for (const x of [0, 0.1, 0.5, 0.9, 1]) {
      expect(incompleteBeta(x, 2, 3)).toBeCloseTo(6 * x ** 2 - 8 * x ** 3 + 3 * x ** 4, 12);
    }
  });
});
