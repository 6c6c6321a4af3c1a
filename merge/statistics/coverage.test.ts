/** Simulations: whether intervals cover as often as they say, and how often a difference is shown where there is none. */
import { type Comparison, compare, comparePairs, pairsAmong } from '../compare/compare.ts';
import { makeRandom } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import type { Merge } from '../types.ts';
import { runFigure } from './means.ts';

const BY = { metric: 'latency', better: 'less', words: { better: 'faster', worse: 'slower' } } as const;

const merge = (framework: string, runValues: number[]): Merge => mergeOf(framework, [['session-a', runValues]]);

/** As much of a merge as comparing reads, of the runs of each session. */
function mergeOf(framework: string, bySession: [session: string, runValues: number[]][]): Merge {
  const runValues = bySession.flatMap(([, values]) => values);
  return {
    key: framework,
    kind: 'measured',
    combination: { framework, scenario: 'made-up', swarm: 'console', clients: 1, params: {} },
    rounds: bySession.flatMap(([session, values]) => values.map((_, index) => ({ session, repetition: index + 1 }))),
    sessions: bySession.map(([session]) => session),
    machines: [],
    conditionsMeasured: {},
    flags: [],
    metrics: { latency: { kind: 'trend', label: 'latency', runValues, runOf: runValues.map((_, index) => index) } },
  } as unknown as Merge;
}

/** The machine's effect on a run, on the logarithm, by its time: 0 at the session's start, 1 at its end. */
type Drift = (when: number) => number;

const CALM: Drift = () => 0;
const SLOWER: Drift = (when) => 0.6 * when;
const DISTURBED: Drift = (when) => (when > 0.8 ? 1 : 0);

interface Session {
  /** True latencies, ms. */
  latencies: number[];
  runs: number;
  /** Standard deviation of one run, on the logarithm. */
  scatter: number;
  drift: Drift;
}

/** Rows of a session made in rounds, those of a round at once: what one round does to all of them is the same. */
function session({ latencies, runs, scatter, drift }: Session, random: () => number): number[][] {
  const rounds = Array.from({ length: runs }, (_, round) => drift(round / (runs - 1)) + 0.1 * normal(random));
  return latencies.map((latency) => rounds.map((round) => latency * Math.exp(round + scatter * normal(random))));
}

/** The share of `tries` in which `holds`. */
function share(tries: number, holds: () => boolean): number {
  let count = 0;
  for (let index = 0; index < tries; index++) if (holds()) count++;
  return count / tries;
}

const TRIES = 1000;
/** Three standard errors of a share of 5 % of as many tries. */
const MARGIN = 3 * Math.sqrt((0.05 * 0.95) / TRIES);

const shown = ({ verdict }: Comparison) => verdict !== 'none';

describe('the interval of a mean', () => {
  // Runs of one framework scatter by 5 to 20 %, as sessions on a quiet and on a busy machine show.
  test.each([
    [3, 0.05],
    [3, 0.2],
    [10, 0.05],
    [10, 0.2],
  ])('of %i runs that scatter by %f holds the true mean in 95 of 100 cases', (runs, scatter) => {
    const random = makeRandom(runs);
    const truth = 5 * Math.exp(scatter ** 2 / 2);
    const covered = share(TRIES, () => {
      const { low, high } = runFigure(Array.from({ length: runs }, () => 5 * Math.exp(scatter * normal(random))))!;
      return low! <= truth && truth <= high!;
    });
    expect(Math.abs(covered - 0.95)).toBeLessThan(MARGIN);
  });
});

describe.each([
  ['a calm machine', CALM],
  ['a machine that becomes slower by 80 % during the session', SLOWER],
  ['a machine that something disturbs at the end', DISTURBED],
])('on %s', (_, drift) => {
  const options = { runs: 8, scatter: 0.08, drift };

  test('the same framework twice is said to differ in 5 of 100 cases at most', () => {
    const random = makeRandom(11);
    const wrong = share(TRIES, () => {
      const [a, b] = session({ ...options, latencies: [5, 5] }, random);
      return compare(merge('a', a!), [merge('b', b!)], BY).some(shown);
    });
    expect(wrong).toBeLessThan(0.05 + MARGIN);
  });

  // Sessions differ by 10 % among themselves, which is more than their runs do.
  test.each([
    [3, 3],
    [5, 2],
    [4, 1],
  ])('so it is when it was measured in %i sessions and in %i others', (here, there) => {
    const random = makeRandom(12);
    const sessions = (name: string, count: number): [string, number[]][] =>
      Array.from({ length: count }, (_, index) => {
        const latency = 5 * Math.exp(0.1 * normal(random));
        return [`${name}${index}`, session({ ...options, latencies: [latency] }, random)[0]!];
      });
    const wrong = share(TRIES, () =>
      compare(mergeOf('a', sessions('a', here)), [mergeOf('b', sessions('b', there))], BY).some(shown),
    );
    expect(wrong).toBeLessThan(0.05 + MARGIN);
  });

  test('the interval of a ratio holds the true one in 95 of 100 cases', () => {
    const random = makeRandom(13);
    const covered = share(TRIES, () => {
      const [a, b] = session({ ...options, latencies: [5, 7.4] }, random);
      const { low, high } = compare(merge('a', a!), [merge('b', b!)], BY)[0]!.ratio!;
      return low <= 1.48 && 1.48 <= high;
    });
    expect(Math.abs(covered - 0.95)).toBeLessThan(MARGIN);
  });

  test('of one framework five times, any two are said to differ in 5 of 100 cases at most, though the best is the baseline', () => {
    const random = makeRandom(14);
    const tries = 500;
    const wrong = share(tries, () => {
      const rows = session({ ...options, latencies: [5, 5, 5, 5, 5] }, random).map((values, index) =>
        merge(String(index), values),
      );
      return comparePairs(pairsAmong(rows), BY).some(shown);
    });
    expect(wrong).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / tries));
  });
});
