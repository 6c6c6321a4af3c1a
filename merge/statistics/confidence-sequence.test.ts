/** The formulas, and simulations of sessions that are looked at after every round. */
import { mean, sampleVariance } from 'simple-statistics';
import { makeRandom } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import { logEvidence, sequentialP, sequentialQuantile } from './confidence-sequence.ts';

const ALPHA = 0.05;
const MOST_ROUNDS = 40;

describe('the formulas', () => {
  test('an e-value is the integral of the likelihood ratio over the differences that are looked for', () => {
    // Noncentral t with shift delta * sqrt(n), averaged over delta ~ N(0, 10), is t with 1 + 10 n times the squared scale.
    const density = (x: number, df: number): number => (1 + x ** 2 / df) ** (-(df + 1) / 2);
    for (const [t, n] of [
      [2.5, 4],
      [0.3, 10],
      [8, 6],
    ] as const) {
      const scale = Math.sqrt(1 + 10 * n);
      const ratio = density(t / scale, n - 1) / scale / density(t, n - 1);
      expect(Math.exp(logEvidence(t, n))).toBeCloseTo(ratio, 10);
    }
  });

  test('the quantile is where the p value is the level', () => {
    for (const n of [4, 7, 20, 200]) expect(sequentialP(sequentialQuantile(0.01, n), n)).toBeCloseTo(0.01, 10);
  });

  test('with too few rounds nothing can be shown, whatever t is', () => {
    expect(sequentialQuantile(0.001, 3)).toBe(Number.POSITIVE_INFINITY);
    expect(sequentialP(1e9, 3)).toBeGreaterThan(0.001);
  });
});

/** The value of one round: the logarithm of a ratio whose true value is `truth`. */
type Rounds = (round: number) => number;

/** Tells whether any round's interval, from the third on, misses `truth`. */
function everLeavesOut(truth: number, next: Rounds): boolean {
  const values: number[] = [];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    values.push(next(round));
    const n = values.length;
    if (n < 3) continue;
    const error = Math.sqrt(sampleVariance(values) / n);
    if (Math.abs(mean(values) - truth) > sequentialQuantile(ALPHA, n) * error) return true;
  }
  return false;
}

const TRIES = 2000;
/** Three standard errors of a share of 5 % of as many tries. */
const MARGIN = 3 * Math.sqrt((ALPHA * (1 - ALPHA)) / TRIES);

/** Student's t with 3 degrees of freedom: tails so heavy that its kurtosis is infinite. */
function heavy(random: () => number): number {
  const chiSquare = normal(random) ** 2 + normal(random) ** 2 + normal(random) ** 2;
  return normal(random) / Math.sqrt(chiSquare / 3);
}

describe('a session that is looked at after each of 40 rounds', () => {
  test.each<[string, (random: () => number) => Rounds]>([
    ['normal scatter', (random) => () => 0.3 + 0.15 * normal(random)],
    ['heavy tails', (random) => () => 0.3 + 0.1 * heavy(random)],
    ['one round in ten disturbed', (random) => () => 0.3 + (random() < 0.1 ? 0.6 : 0.1) * normal(random)],
    // Each round slows both frameworks, one run after the other: what is left in their ratio changes sign with their order.
    ['a machine that drifts', (random) => () => 0.3 + 0.05 * (random() < 0.5 ? 1 : -1) + 0.15 * normal(random)],
  ])('leaves the true ratio out in 5 of 100 cases at most: %s', (_, rounds) => {
    const random = makeRandom(21);
    let wrong = 0;
    for (let index = 0; index < TRIES; index++) if (everLeavesOut(0.3, rounds(random))) wrong++;
    expect(wrong / TRIES).toBeLessThan(ALPHA + MARGIN);
  });

  test('Student’s own interval does not keep that', () => {
    const random = makeRandom(22);
    let wrong = 0;
    for (let index = 0; index < TRIES; index++) {
      const values: number[] = [];
      let left = false;
      for (let round = 0; round < MOST_ROUNDS && !left; round++) {
        values.push(normal(random));
        const n = values.length;
        left = n > 2 && Math.abs(mean(values)) > 2.03 * Math.sqrt(sampleVariance(values) / n);
      }
      if (left) wrong++;
    }
    expect(wrong / TRIES).toBeGreaterThan(3 * ALPHA);
  });

  test('shows a difference of two standard deviations within 10 rounds, nearly always', () => {
    const random = makeRandom(23);
    let shown = 0;
    for (let index = 0; index < 500; index++) {
      const values = Array.from({ length: 10 }, () => 0.2 + 0.1 * normal(random));
      const t = mean(values) / Math.sqrt(sampleVariance(values) / 10);
      if (sequentialP(t, 10) < ALPHA) shown++;
    }
    expect(shown / 500).toBeGreaterThan(0.8);
  });
});
