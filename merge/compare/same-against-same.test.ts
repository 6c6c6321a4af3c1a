import { type Merge, mergeRuns } from '../index.ts';
import { runsToShow } from '../statistics/sample-size.ts';
import { type MadeRun, makeRandom, makeRuns } from '../testing/make-run.ts';
import { normal } from '../testing/normal.ts';
import { answerText } from '../text/answer-sentences.ts';
import { answersOf, type Question } from './answers.ts';
import { compare } from './compare.ts';
import { effectBetween, runsSay } from './effect.ts';
import { claimsOf, type SameAgainstSame, sameAgainstSame } from './same-against-same.ts';

function merge(means: number[], identity: MadeRun['identity']): Merge {
  const runs = makeRuns(means.length, { identity });
  runs.forEach((run, index) => {
    run.metrics.fromSent.series = { sum: [means[index]!], count: [1] };
  });
  return mergeRuns(runs)[0]!;
}

const arms = (a: number[], b: number[]): Merge[] => [
  merge(a, { arm: 'a', frameworkLabel: 'Alpha (a)' }),
  merge(b, { arm: 'b', frameworkLabel: 'Alpha (b)' }),
];

/** Of arms that say something. */
const saidOf = (merges: Merge[]) => sameAgainstSame(merges, { metric: 'fromSent' }) as SameAgainstSame[];
/** Lists the reasons of arms without a result. */
const unknownOf = (merges: Merge[]) =>
  sameAgainstSame(merges, { metric: 'fromSent' }).map((noise) => ('unknown' in noise ? noise.unknown : null));

const A = [1.1, 0.9, 1.2, 1, 0.8, 1.05];
const B = [1, 1.05, 1.1, 0.9, 0.95, 1];
const QUESTION: Question = {
  metric: 'fromSent',
  better: 'less',
  words: { better: 'faster', worse: 'slower' },
  detectPercent: 10,
};
const textOf = (merges: Merge[]) =>
  answersOf(merges, QUESTION).map((answer) => answerText(answer, ({ combination }) => combination.frameworkLabel));

describe('a framework against itself', () => {
  test('says how the arms came out, and how far two runs of a round are apart', () => {
    const [noise, ...more] = saidOf(arms(A, B));
    expect(more).toEqual([]);
    const logs = A.map((value, round) => Math.log(B[round]! / value));
    const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
    const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1);
    expect(noise).toMatchObject({ rounds: 6, claimed: false });
    expect(noise!.ratio.value).toBeCloseTo(Math.exp(mean), 9);
    expect(noise!.noisePercent).toBeCloseTo(100 * (Math.exp(Math.sqrt(variance)) - 1), 6);
  });

  test('says which difference runs can show: as many as it takes to show that one', () => {
    const [a, b] = arms(A, B) as [Merge, Merge];
    const effect = effectBetween(runsSay(b, 'fromSent'), runsSay(a, 'fromSent'))!;
    const { shows } = saidOf([a, b])[0]!;
    expect(shows.map(({ runs }) => runs)).toEqual([3, 5, 6, 10, 20]);
    for (const { runs, percent } of shows) {
      expect(runsToShow(effect, 1 + (percent / 100) * 1.0001, 0.04)).toBe(runs);
    }
  });

  test('that came out different says that a difference is claimed', () => {
    const slower = A.map((value, round) => value * (2 + round / 100));
    expect(saidOf(arms(A, slower))[0]!.claimed).toBe(true);
  });

  test('is unknown without the other arm, of another load, or of fewer than three rounds, and why', () => {
    const [a, b] = arms(A, B) as [Merge, Merge];
    const alone = 'the other arm has no runs';
    expect(unknownOf([a])).toEqual([alone]);
    expect(unknownOf([b])).toEqual([alone]);
    expect(unknownOf([a, merge(B, { arm: 'b', clients: 99 })])).toEqual([alone, alone]);
    expect(unknownOf(arms(A.slice(0, 2), B.slice(0, 2)))).toEqual([
      '2 rounds have a valid run of both arms with a figure for latency from sent; a test needs 3 or more',
    ]);
  });

  test('says nothing where nothing varies, or a figure has no logarithm, and why', () => {
    expect(unknownOf(arms(A, A))).toEqual([expect.stringMatching(/^nothing varies: /)]);
    expect(unknownOf(arms(A, [0, ...B.slice(1)]))).toEqual([
      'latency from sent is 0 or less in some run, which has no ratio',
    ]);
    expect(textOf(arms(A, A))[0]!.method).toEqual([
      expect.stringMatching(/^Alpha websocket against itself does not show the noise: nothing varies: .*\.$/),
    ]);
  });

  test('would be taken for different in 5 of 100 ways to swap the names, where the noise is as usual', () => {
    const random = makeRandom(7);
    const shareOf = (rounds: number) =>
      claimsOf(
        Array.from({ length: rounds }, () => normal(random)),
        0.05,
      );
    const mean = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(Math.abs(mean(Array.from({ length: 30 }, () => shareOf(10))) - 0.05)).toBeLessThan(0.01);
    // With too many rounds to try every labelling.
    expect(Math.abs(mean(Array.from({ length: 10 }, () => shareOf(15))) - 0.05)).toBeLessThan(0.01);
  });
});

describe('an answer', () => {
  const [a, b] = arms(A, B) as [Merge, Merge];
  const rows = [
    merge(A, { framework: 'x', frameworkLabel: 'X' }),
    merge([5, 5.1, 5.2], { framework: 'y', frameworkLabel: 'Y' }),
  ];

  test('is not about arms, and says what the machine can tell apart', () => {
    const [text, ...more] = textOf([...rows, a, b]);
    expect(more).toEqual([]);
    expect(text!.best[0]).toMatch(/^X .* is faster than Y/);
    expect(text!.skipped).toEqual([]);
    expect(text!.method.slice(1)).toEqual([
      expect.stringMatching(
        /^Alpha websocket against itself in 6 rounds: [\d.]+ times \([\d.]+ to [\d.]+\), no difference is claimed\. .* [\d.]+ of 100; 4 are expected\. Two runs of a round differ by \d+ %/,
      ),
      expect.stringMatching(
        /^This machine shows differences of \d+ % with 3 runs, .* and [\d.]+ % with 20 runs of each, in 80 of 100/,
      ),
    ]);
  });

  test('is about nothing else where there are arms alone', () => {
    const [text] = textOf([a, b]);
    expect([text!.best, text!.undecided, text!.skipped]).toEqual([[], [], []]);
    expect(text!.method).toHaveLength(2);
  });

  test('says nothing of it where it was measured on another machine', () => {
    const elsewhere = [a, b].map((arm) => ({ ...arm, machines: ['another'] }));
    expect(textOf([...rows, ...elsewhere])[0]!.method).toHaveLength(1);
  });

  test('says nothing of it where it was measured under another load: another scenario, or more clients', () => {
    for (const other of [{ scenario: 'another' }, { clients: 99 }]) {
      const apart = [A, B].map((means, index) =>
        merge(means, { arm: index === 0 ? 'a' : 'b', frameworkLabel: 'Alpha', ...other }),
      );
      expect(textOf([...rows, ...apart]).map(({ method }) => method.length)).toEqual([1]);
    }
  });

  test('an arm is not compared with anything', () => {
    expect(compare(rows[0]!, [a], QUESTION)[0]!.reason).toMatch(/an arm of an A\/A test/);
  });
});
