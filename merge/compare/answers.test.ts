import { FOLLOWING_METRICS } from '../../metrics/standard-metrics.ts';
import { labelMerges, type Merge, mergeRuns } from '../index.ts';
import { withSubstitute } from '../testing/made-conditions.ts';
import { type MadeRun, makeRuns } from '../testing/make-run.ts';
import { answerText } from '../text/answer-sentences.ts';
import { answersOf, type Question } from './answers.ts';
import { compare } from './compare.ts';

function merge(framework: string, means: number[], options: MadeRun = {}): Merge {
  const identity = { framework, frameworkLabel: framework, ...options.identity };
  const runs = makeRuns(means.length, { ...options, identity });
  runs.forEach((run, index) => {
    run.metrics.fromSent.series = { sum: [means[index]!], count: [1] };
  });
  return mergeRuns(runs)[0]!;
}

/** Runs in each of which the clients' own work is so much of the latency, %. */
function withShare(framework: string, means: number[], share: number): Merge {
  const runs = makeRuns(means.length, { identity: { framework, frameworkLabel: framework } });
  runs.forEach((run, index) => {
    run.metrics.fromSent.series = { sum: [means[index]!], count: [1] };
    const figures = { kind: 'gauge', samples: [share], intervalMs: 1000, median: null, max: null } as const;
    Object.assign(run.metrics, { clientShare: { ...FOLLOWING_METRICS.clientShare, ...figures } });
  });
  return mergeRuns(runs)[0]!;
}

const QUESTION: Question = {
  metric: 'fromSent',
  better: 'less',
  words: { better: 'faster', worse: 'slower' },
  detectPercent: 10,
};

const textOf = (merges: Merge[], more: Partial<Question> = {}) => {
  const [answer] = answersOf(merges, { ...QUESTION, ...more });
  return answerText(answer!, ({ combination }) => combination.framework);
};

const A = merge('a', [5, 5.2, 4.9, 5.1, 5]);
const LIKE_A = merge('b', [5.1, 5, 5.1, 5, 5.2]);
const SLOW = merge('c', [10, 10.6, 9.7, 10.3, 9.9]);
const SLOWEST = merge('d', [50, 52, 50, 50, 51]);

describe('an answer', () => {
  test("says how much of the latency the clients' own work may be, where that is more than a tenth", () => {
    const row = (framework: string, share: number) => withShare(framework, [5, 5.2, 4.9], share);
    const about = (merges: Merge[], more: Partial<Question> = {}) =>
      textOf(merges, more).method.filter((sentence) => sentence.includes('work of the clients'));
    expect(about([row('a', 31.2), row('b', 48.8)])).toEqual([expect.stringMatching(/^Up to 31 to 49 % of these/)]);
    expect(about([row('a', 31.2), row('b', 30.9)])).toEqual([expect.stringMatching(/^Up to 31 % of these/)]);
    expect(about([row('a', 2), row('b', 9.9)])).toEqual([]);
    expect(about([row('a', 31.2), row('b', 48.8)], { metric: 'serverCpu' })).toEqual([]);
    expect(about([A, SLOW])).toEqual([]);
  });

  test('says which is the best, and how far behind the nearest and the last are', () => {
    const [sentence, ...more] = textOf([SLOWEST, SLOW, A]).best;
    expect(sentence).toMatch(
      /^a \(mean of 5 runs: 5\.04 ms\) is faster than both others: the next is c, with 2\.00 times \(1\.\d\d to 2\.\d\d\) its latency from sent, the last d, with 10\.0 times \([\d.]+ to [\d.]+\) its latency from sent\.$/,
    );
    expect(more).toEqual([]);
    expect(textOf([SLOWEST, SLOW, A]).undecided).toEqual([]);
  });

  test('of two rows has the ratio and the interval that comparing them gives', () => {
    const { value, low, high } = compare(A, [SLOW], QUESTION)[0]!.ratio!;
    const numbers = [value, low, high].map((each) => each.toFixed(2));
    expect(textOf([A, SLOW]).best).toEqual([
      `a (mean of 5 runs: 5.04 ms) is faster than c, with ${numbers[0]} times (${numbers[1]} to ${numbers[2]}) its latency from sent.`,
    ]);
  });

  test('does not call a row the best that is not shown to be, and says between which nothing is shown', () => {
    const { best, undecided } = textOf([A, LIKE_A, SLOW]);
    expect(best[0]).toMatch(/^a .* is faster than 1 of 2 others: c, .*Between it and b no difference is shown\.$/);
    expect(undecided[0]).toMatch(/^No difference is shown between a and b \(1\.0\d times, 0\.9\d to 1\.\d\d\)\.$/);
    // These need not be those that come next: one that scatters less may be told from the best, and lie nearer to it.
    const scattered = ['d', 'e', 'f'].map((name, index) => merge(name, [5, 6, 5, 6, 5.5 + index / 10]));
    expect(textOf([A, SLOW, ...scattered]).best[0]).toMatch(/Between it and the other 3 no difference is shown\.$/);
    const alike = textOf([A, LIKE_A]);
    expect(alike.best).toEqual([
      'No row is shown to be faster than another. a has the lowest latency from sent (mean of 5 runs: 5.04 ms).',
    ]);
  });

  test('says how many runs it would take, more of them for a smaller difference', () => {
    const effort = (detectPercent: number) => textOf([A, LIKE_A], { detectPercent }).undecided[1]!;
    expect(effort(1)).toMatch(
      /^To show a difference of 1 % in 80 of 100 tries takes \d+ runs of each \(\d+ more\) for a and b, if runs vary as they did\.$/,
    );
    const runs = (text: string) => Number(/takes (\d+) runs/.exec(text)![1]);
    expect(runs(effort(1))).toBeGreaterThan(runs(effort(2)));
    expect(effort(0.01)).toContain('more than 10,000 runs for a and b');
    expect(effort(50)).toBe(
      'The runs here are enough to show a difference of 50 % in 80 of 100 tries: a difference of that size is unlikely.',
    );
  });

  test('gives a reason for rows that are not ranked, and ranks substitutes and flagged rows when asked', () => {
    const substitute = merge('stood', [1, 1.1, 1.2], {
      identity: withSubstitute('A made-up broker.'),
      findings: ['substitute'],
    });
    const flagged = merge('flagged', [1, 1.3, 1.2, 1, 1.1], { findings: ['swarm-saturated'] });
    const few = merge('few', [1, 1.1]);
    const { best, skipped } = textOf([A, SLOW, substitute, flagged, few]);
    expect(best[0]).toMatch(/^a /);
    expect(skipped).toEqual([
      'Not ranked: stood (substitute: A made-up broker.).',
      'Not ranked: flagged (the load generator was overloaded in 5 of 5 runs).',
      'Not ranked: few (it has 2 runs with a figure for latency from sent; a test needs 3 or more).',
    ]);
    const [answer] = answersOf([A, SLOW, substitute], QUESTION);
    expect(answerText(answer!, (row) => labelMerges([row])[0]!).skipped).toEqual([
      'Not ranked: stood websocket (substitute: A made-up broker.).',
    ]);
    expect(textOf([A, SLOW, substitute, flagged, few], { rankSubstitutes: true }).best[0]).toMatch(/^stood /);
    expect(textOf([flagged, substitute]).best).toEqual(['No row can be ranked.']);
    expect(textOf([A, few]).best[0]).toContain('a is the only row that can be ranked');
  });

  test('a finding of few of a row’s runs does not take it out, and is said', () => {
    const runs = makeRuns(5, { identity: { framework: 'b' }, latencyMs: 20 });
    runs[0]!.validity = [{ code: 'cpu-by-others', level: 'warning', message: 'Made up.' }];
    runs[1]!.validity = [{ code: 'overtime', level: 'warning', message: 'Made up.' }];
    const { skipped, flagged } = textOf([A, ...mergeRuns(runs)]);
    expect(skipped).toEqual([]);
    expect(flagged).toEqual(['Flagged, but averaged: b (other programs were busy in 1 of 5 runs).']);
  });

  test('says that the machine was not fit to measure on, once', () => {
    const preflight = {
      at: '2026-11-22T00:00:00.000Z',
      seconds: 10,
      othersCpuPercent: 40,
      timerLateness: { p50: 1, p99: 2, max: 3 },
      loopback: { p50: 0.1, p99: 0.2, max: 0.3 },
      unfit: ['made up'],
    };
    const runs = ['a', 'b'].flatMap((framework) => makeRuns(3, { identity: { framework } }));
    const looked = mergeRuns(runs.map((run) => ({ ...run, preflight })));
    expect(textOf(looked).flagged).toEqual(['The machine was not fit to measure on: made up.']);
    expect(looked[0]!.preflights).toEqual([{ session: runs[0]!.session.id, preflight }]);
    expect(looked[0]!.remarks).toEqual(['The machine was not fit to measure on: made up.']);
    expect(textOf(mergeRuns(runs)).flagged).toEqual([]);
  });

  test('is given for each load, and not where there is nothing to compare', () => {
    const other = { identity: { clients: 99 } };
    const merges = [
      A,
      SLOW,
      merge('a', [7, 7.1, 7], other),
      merge('c', [9, 9.2, 9], other),
      merge('e', [1, 2, 3], { identity: { clients: 7 } }),
    ];
    const answers = answersOf(merges, QUESTION);
    expect(answers.map(({ ranked }) => ranked.map(({ combination }) => combination.clients))).toEqual([
      [20, 20],
      [99, 99],
    ]);
  });

  test('is in the words of what is compared, where more is better', () => {
    const question = { ...QUESTION, better: 'more', words: { better: 'better', worse: 'worse' } } as const;
    expect(textOf([A, SLOWEST], question).best[0]).toMatch(/^d .* is better than a, with 0\.1 times/);
  });

  test('where many pairs are open names some and counts the others', () => {
    const alike = ['e', 'f', 'g', 'h'].map((name, index) =>
      merge(name, [5.1 + index / 100, 5, 5.2, 4.9, 5 + index / 50]),
    );
    const { undecided } = textOf([A, ...alike], { detectPercent: 0.5 });
    expect(undecided[0]).toMatch(/ nor between 6 more pairs\.$/);
    expect(undecided[1]).toMatch(/ and up to [\d,more than ]+ for the other pairs, if runs vary/);
  });
});
