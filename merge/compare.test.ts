import { type CompareOptions, compare as compareBy } from './compare.ts';
import { type Merge, mergeRuns } from './index.ts';
import { type makeRun, makeRuns } from './testing/make-run.ts';
import { holm, welch } from './welch.ts';

/** A merge whose runs have exactly these mean latencies. */
function merge(means: number[], framework = 'alpha', options: Parameters<typeof makeRun>[0] = {}): Merge {
  const runs = makeRuns(means.length, { ...options, identity: { ...options.identity, framework } });
  runs.forEach((run, index) => {
    run.metrics.fromSent.series = { sum: [means[index]!], count: [1] };
  });
  return mergeRuns(runs)[0]!;
}

const BY_LATENCY: CompareOptions = {
  metric: 'fromSent',
  better: 'less',
  words: { better: 'faster', worse: 'slower' },
};
const compare = (baseline: Merge, others: Merge[], options: Partial<CompareOptions> = {}) =>
  compareBy(baseline, others, { ...BY_LATENCY, ...options });
const NONE = { verdict: 'none', word: 'no difference shown' };

describe('welch', () => {
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

describe('holm', () => {
  test('multiplies the smallest by the number of tests, the next by one less, and never falls', () => {
    // 0.01*4 = 0.04; 0.03*2 = 0.06 after 0.02*3 = 0.06; 0.04*1 = 0.04 held up to 0.06
    const corrected = holm([0.04, 0.01, 0.03, 0.02]);
    expect(corrected.map((value) => Number(value.toFixed(10)))).toEqual([0.06, 0.04, 0.06, 0.06]);
  });

  test('stays at most 1 and leaves a single test alone', () => {
    expect(holm([0.6, 0.7])).toEqual([1, 1]);
    expect(holm([0.03])).toEqual([0.03]);
    expect(holm([])).toEqual([]);
  });
});

describe('compare', () => {
  const baseline = merge([10, 10.2, 9.8, 10.1]);

  test('says faster and slower where the test shows it, and names the test', () => {
    const [fast, slow] = compare(baseline, [merge([5, 5.1, 4.9], 'beta'), merge([20, 20.4, 19.8], 'gamma')]);
    expect(fast).toMatchObject({ verdict: 'better', word: 'faster', reason: null });
    expect(slow).toMatchObject({ verdict: 'worse', word: 'slower', reason: null });
    expect(fast!.difference).toBeCloseTo(-5.025, 9);
    expect(fast!.differencePercent).toBeCloseTo(-50.125, 2);
    expect(fast!.pCorrected).toBeLessThan(0.05);
    expect(fast!.pCorrected).toBeCloseTo(2 * fast!.p!, 6);
    expect(fast!.test).toBe(
      'Welch t-test, two-sided, on the means of 3 and 4 runs, Holm-corrected over 2 rows, alpha 0.05',
    );
  });

  test('says that no difference is shown where the runs scatter more than they differ', () => {
    const [row] = compare(baseline, [merge([8, 14, 11], 'beta')]);
    expect(row).toMatchObject({ ...NONE, reason: null });
    expect(row!.pCorrected).toBeGreaterThan(0.05);
  });

  test('the correction can take back what one row alone would show', () => {
    const close = merge([10.35, 10.5, 10.3], 'beta');
    const alone = compare(baseline, [close])[0]!;
    const noise = ['c', 'd', 'e', 'f'].map((id) => merge([8, 14, 11], id));
    const among = compare(baseline, [close, ...noise])[0]!;
    expect(alone.word).toBe('slower');
    expect(among).toMatchObject({ ...NONE, p: alone.p });
  });

  test('does not test with fewer than three runs on a side, and says which', () => {
    const [row] = compare(baseline, [merge([1, 1.1], 'beta')]);
    expect(row).toMatchObject({ ...NONE, test: null, p: null });
    expect(row!.reason).toContain('the row has 2 runs');
    const [other] = compare(merge([1]), [baseline]);
    expect(other!.reason).toContain('the baseline has 1 run ');
  });

  test('rows that were not tested do not count in the correction', () => {
    const rows = compare(baseline, [merge([5, 5.1, 4.9], 'beta'), merge([1, 1.1], 'gamma')]);
    expect(rows[0]!.pCorrected).toBe(rows[0]!.p);
  });

  test('does not rank a stand-in unless asked', () => {
    const standIn = merge([1, 1.1, 1.2], 'beta', { identity: { standIn: 'A made-up broker answers.' } });
    expect(compare(baseline, [standIn])[0]).toMatchObject({
      ...NONE,
      reason: expect.stringContaining('A made-up broker answers.'),
    });
    expect(compare(baseline, [standIn], { rankStandIns: true })[0]).toMatchObject({ word: 'faster' });
    expect(compare(standIn, [baseline])[0]!.word).toBe('no difference shown');
  });

  test('does not rank an edition with limits unless asked', () => {
    const limited = merge([1, 1.1, 1.2], 'beta', { findings: ['edition-limits'] });
    expect(compare(baseline, [limited])[0]).toMatchObject({
      ...NONE,
      reason: 'not ranked, limited edition: Made up for a test: edition-limits.',
    });
    expect(compare(baseline, [limited], { rankStandIns: true })[0]).toMatchObject({ word: 'faster' });
  });

  test('does not rank another load', () => {
    const [row] = compare(baseline, [merge([1, 1.1, 1.2], 'alpha', { identity: { clients: 500 } })]);
    expect(row).toMatchObject({
      ...NONE,
      reason: 'not the same load: clients 500, baseline 20',
    });
  });

  test.each([
    ['another parameter', { rate: 3, messages: 30, payload: 64, phase: 'together' }, 'rate 3, baseline 2'],
    ['a parameter less', { rate: 2, messages: 30, phase: 'together' }, 'payload none, baseline 64'],
    ['a parameter more', { rate: 2, messages: 30, payload: 64, phase: 'together', depth: 1 }, 'depth 1, baseline none'],
  ])('does not rank a load with %s, and names it', (_, params, said) => {
    const [row] = compare(baseline, [merge([1, 1.1, 1.2], 'beta', { identity: { params } })]);
    expect(row!.reason).toBe(`not the same load: ${said}`);
  });

  test('compares by whatever metric it is told, in its words, and knows which way is better', () => {
    const memory = (mebibytes: number) => merge([10, 10.2, 9.8], 'beta', { memoryBytes: mebibytes * 2 ** 20 });
    const smaller = { metric: 'serverMemory', better: 'less', words: { better: 'smaller', worse: 'larger' } } as const;
    const spread = (around: number) => {
      const made = memory(around);
      const gauge = made.metrics.serverMemory!;
      return { ...made, metrics: { serverMemory: { ...gauge, runValues: [around, around + 1, around - 1] } } } as Merge;
    };
    expect(compare(spread(60), [spread(30)], smaller)[0]).toMatchObject({ verdict: 'better', word: 'smaller' });
    expect(compare(spread(60), [spread(90)], smaller)[0]).toMatchObject({ verdict: 'worse', word: 'larger' });
    const more = { ...smaller, better: 'more' } as const;
    expect(compare(spread(60), [spread(90)], more)[0]).toMatchObject({ verdict: 'better', difference: 30 });
    expect(compare(spread(60), [spread(30)], smaller)[0]!.test).toContain('on the medians of 3 and 3 runs');
  });

  test('says when the two were not measured side by side', () => {
    const [row] = compare(baseline, [merge([5, 5.1, 4.9], 'beta', { session: 'session-b' })]);
    expect(row!.word).toBe('faster');
    expect(row!.remarks).toEqual(['not measured side by side: no session in common']);
    expect(compare(baseline, [merge([5, 5.1, 4.9], 'beta')])[0]!.remarks).toEqual([]);
  });

  test('has nothing to test where neither side varies', () => {
    const [row] = compare(merge([4, 4, 4]), [merge([5, 5, 5], 'beta')]);
    expect(row).toMatchObject({ ...NONE, test: null, difference: 1 });
    expect(row!.reason).toContain('nothing to test');
  });
});
