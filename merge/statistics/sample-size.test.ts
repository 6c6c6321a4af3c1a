import { sampleVariance } from 'simple-statistics';
import type { Effect } from '../compare/effect.ts';
import { makeRandom } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import { POWER, percentShown, runsToShow } from './sample-size.ts';
import { studentQuantile } from './student-t.ts';
import { pairedT } from './welch.ts';

/** An effect whose runs are known to scatter by `sd` (of the logarithm of a pair's ratio), as many as they are. */
const scattering = (sd: number, by: Effect['by'] = 'rounds'): Effect => ({
  by,
  scale: 'ratio',
  runs: [5, 5],
  variance: sd ** 2,
  estimate: 0,
  error: sd / Math.sqrt(5),
  t: 0,
  df: Number.POSITIVE_INFINITY,
  p: 1,
  sequential: false,
});

const E = Math.E;

describe('how many runs it takes', () => {
  // A paired t-test at 5 %, two-sided, with a power of 80 %: pairs by size of the effect, in standard deviations of the
  // differences. The numbers for 0.2, 0.5 and 0.8 (a small, a medium and a large effect) are in any table of the kind.
  test.each([
    [0.2, 199],
    [0.5, 34],
    [0.8, 15],
    [1, 10],
  ])('a difference of %f standard deviations takes %i pairs', (size, pairs) => {
    expect(runsToShow(scattering(1 / size), E, 0.05)).toBe(pairs);
  });

  test('where runs are not paired, two samples of the size that tables give: 64 each for a medium effect', () => {
    // The variance of a difference of two runs is twice that of one.
    expect(runsToShow(scattering(Math.SQRT2 / 0.5, 'runs'), E, 0.05)).toBe(64);
  });

  test('is never fewer than a test needs, more at a stricter level, and not told past what anybody runs', () => {
    expect(runsToShow(scattering(0.001), 1.1, 0.05)).toBe(3);
    expect(runsToShow(scattering(0.1), 1.1, 0.005)).toBeGreaterThan(runsToShow(scattering(0.1), 1.1, 0.05)!);
    expect(runsToShow(scattering(2), 1.01, 0.05)).toBeNull();
    expect(runsToShow({ ...scattering(0.1), scale: 'difference' }, 1.1, 0.05)).toBeNull();
  });

  test('is the same whatever was asked before', () => {
    const scatters = Array.from({ length: 60 }, (_, index) => 0.01 * 1.05 ** index);
    // Levels of their own, so that nothing is known of them.
    const runs = (level: number, order: number[]) => order.map((sd) => runsToShow(scattering(sd), 1.1, level));
    const up = runs(0.0451, scatters);
    expect(runs(0.0451, scatters.toReversed()).toReversed()).toEqual(up);
    expect(runs(0.045_100_000_1, scatters.toReversed()).toReversed()).toEqual(up);
    expect(new Set(up).size).toBeGreaterThan(10);
  });

  /** In which share of tries `n` pairs that are `percent` apart, and scatter by 12 %, are told apart. */
  function shareShown(n: number, percent: number): number {
    const random = makeRandom(n);
    const tries = 20_000;
    let shown = 0;
    for (let index = 0; index < tries; index++) {
      const ratios = Array.from({ length: n }, () => Math.log1p(percent / 100) + 0.12 * normal(random));
      const zeros = ratios.map(() => 0);
      if (Math.abs(pairedT(ratios, zeros)!.t) > studentQuantile(0.975, n - 1)) shown++;
    }
    return shown / tries;
  }

  test('is kept however ten rounds happened to scatter; without the margin for that it is not', () => {
    const random = makeRandom(1);
    const rounds = (n: number, shift: number) => Array.from({ length: n }, () => shift + 0.08 * normal(random));
    const shareKept = (df: number): number => {
      let shown = 0;
      for (let index = 0; index < 4_000; index++) {
        const variance = sampleVariance(rounds(10, 0));
        const n = runsToShow({ ...scattering(0), variance, df }, 1.1, 0.05)!;
        const zeros = Array.from({ length: n }, () => 0);
        if (Math.abs(pairedT(rounds(n, Math.log(1.1)), zeros)!.t) > studentQuantile(0.975, n - 1)) shown++;
      }
      return shown / 4_000;
    };
    expect(shareKept(9)).toBeGreaterThan(POWER);
    expect(shareKept(Number.POSITIVE_INFINITY)).toBeLessThan(POWER);
  });

  test('that many runs show the difference in as many of 100 tries as was said, and one run fewer does not', () => {
    const n = runsToShow(scattering(0.12), 1.1, 0.05)!;
    expect(shareShown(n, 10)).toBeGreaterThan(POWER - 0.009);
    expect(shareShown(n - 1, 10)).toBeLessThan(POWER);
  });

  // A standard error of the simulation is 0.003.
  test.each([3, 5])('the difference that %i runs show they show in as many of 100 tries as was said', (n) => {
    expect(Math.abs(shareShown(n, percentShown(scattering(0.12), n, 0.05)) - POWER)).toBeLessThan(0.009);
  });
});
