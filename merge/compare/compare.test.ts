import { type Merge, mergeRuns } from '../index.ts';
import { ON_OWN_CORES, overNetwork, withLimits, withSubstitute } from '../testing/made-conditions.ts';
import { type makeRun, makeRuns } from '../testing/make-run.ts';
import { type CompareOptions, compare as compareBy } from './compare.ts';

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
const UNTESTED = { verdict: 'none', word: 'not compared' };

describe('compare', () => {
  const baseline = merge([10, 10.2, 9.8, 10.1]);
  const elsewhere = { session: 'session-b' };

  test('compares runs of the same round on the logarithm, says faster and slower where that shows it, and names the test', () => {
    const [fast, slow] = compare(baseline, [merge([5, 5.2, 4.8], 'beta'), merge([20, 20.5, 19.9], 'gamma')]);
    expect(fast).toMatchObject({ verdict: 'better', word: 'faster', reason: null });
    expect(slow).toMatchObject({ verdict: 'worse', word: 'slower', reason: null });
    expect(fast!.difference).toBeCloseTo(-5.025, 9);
    expect(fast!.differencePercent).toBeCloseTo(-50.125, 2);
    expect(fast!.pCorrected).toBeLessThan(0.05);
    expect(fast!.test).toBe(
      'Paired t-test, two-sided, on the logarithms of the means in 3 rounds, Holm-corrected over 3 comparisons, alpha 0.04',
    );
    expect(fast!.effect).toMatchObject({ by: 'rounds', scale: 'ratio', runs: [3, 3] });
  });

  test('gives the ratio with its interval, which excludes 1 exactly when a difference is shown', () => {
    // Logarithms of 2, 2.2 and 1.8: mean 0.68980, s 0.10042; t(0.98, 2) = 4.84873, half width 0.28111
    const [row] = compare(baseline, [merge([20, 22.44, 17.64], 'beta')]);
    expect(row!.ratio!.value).toBeCloseTo(1.9933, 4);
    expect(row!.ratio!.low).toBeCloseTo(1.9933 / Math.exp(0.28111), 3);
    expect(row!.ratio!.high).toBeCloseTo(1.9933 * Math.exp(0.28111), 3);
    expect(row).toMatchObject({ word: 'slower', level: 0.04 });
    const rows = compare(baseline, [
      merge([20, 22.44, 17.64], 'beta'),
      merge([8, 14, 11], 'gamma'),
      merge([10.35, 10.52, 10.3], 'delta'),
    ]);
    for (const { ratio, verdict } of rows) expect(ratio!.low <= 1 && 1 <= ratio!.high).toBe(verdict === 'none');
  });

  test('sees a difference in the rounds of a machine that was disturbed, which all runs of either side together hide', () => {
    const disturbed = merge([10, 10.4, 9.8, 10.1, 9.9, 10.2, 10, 40]);
    const slower = [15, 15.3, 14.9, 15.4, 14.6, 15.2, 15.1, 58];
    expect(compare(disturbed, [merge(slower, 'beta')])[0]!.word).toBe('slower');
    const later = merge(slower, 'beta');
    const rounds = later.rounds.map((round) => ({ ...round, repetition: round.repetition + 8 }));
    const apart = compare(disturbed, [{ ...later, rounds }])[0]!;
    expect(apart.word).toBe('no difference shown');
    expect(apart.test).toContain('Welch t-test, two-sided, on the logarithms of the means of 8 and 8 runs');
  });

  test('goes by what rounds have in common where a run of one is missing', () => {
    const gap = makeRuns(4, { identity: { framework: 'beta' } }).filter(({ identity }) => identity.repetition !== 2);
    gap.forEach((run, index) => {
      run.metrics.fromSent.series = { sum: [[20, 19, 20][index]!], count: [1] };
    });
    const { effect } = compare(baseline, mergeRuns(gap))[0]!;
    // Rounds 1, 3 and 4 of the baseline: 10, 9.8, 10.1
    expect(effect).toMatchObject({ by: 'rounds', runs: [3, 3] });
    expect(effect!.estimate).toBeCloseTo(Math.log((20 * 19 * 20) / (10 * 9.8 * 10.1)) / 3, 12);
  });

  test('compares all runs of either side where there are fewer than three rounds of both, or unknown rounds', () => {
    const by = (row: Merge) => compare(baseline, [row])[0]!.effect!.by;
    expect(by(merge([5, 5.2, 4.8], 'beta'))).toBe('rounds');
    expect(by({ ...merge([5, 5.2, 4.8], 'beta'), kind: 'imported' })).toBe('runs');
    const twice = merge([5, 5.2, 4.8], 'beta');
    expect(by({ ...twice, rounds: twice.rounds.map((round) => ({ ...round, repetition: 1 })) })).toBe('runs');
  });

  test('a figure of 0, which has no logarithm, is compared as it is', () => {
    const lost = merge([0, 0.1, 0.2], 'beta');
    expect(compare(baseline, [lost])[0]).toMatchObject({
      word: 'faster',
      ratio: null,
      effect: { scale: 'difference' },
    });
  });

  test('a pair has one verdict, whichever rows are shown with it and whichever of them is the baseline', () => {
    const rows = [merge([20, 22, 18], 'beta'), merge([30, 29, 33], 'gamma')];
    const family = [baseline, ...rows];
    const [all] = compare(baseline, rows);
    const [filtered] = compare(baseline, rows.slice(0, 1), { family });
    const [turned] = compare(rows[0]!, [baseline], { family });
    expect(all!.test).toContain('over 3 comparisons');
    expect(filtered).toEqual(all);
    expect(turned!.pCorrected).toBeCloseTo(all!.pCorrected!, 12);
    expect(turned!.ratio!.low).toBeCloseTo(1 / all!.ratio!.high, 12);
  });

  test('each look has less of the error than the one before', () => {
    const looked = (look: number) => {
      const rows = [merge([10, 10.4, 9.9]), merge([11, 11.6, 10.7], 'beta')].map((row) => ({
        ...row,
        rounds: row.rounds.map((round) => ({ ...round, look })),
      }));
      return compare(rows[0]!, rows.slice(1))[0]!;
    };
    const [first, second, third] = [1, 2, 3].map(looked);
    expect([first!.level, second!.level, third!.level].map((level) => level!.toFixed(4))).toEqual([
      '0.0400',
      '0.0050',
      '0.0025',
    ]);
    expect(second!.ratio!.low).toBeLessThan(first!.ratio!.low);
    expect(second!.pCorrected).toBeGreaterThan(first!.pCorrected!);
    expect(first!.test).toContain('alpha 0.04');
  });

  test('says that no difference is shown where the runs scatter more than they differ', () => {
    const [row] = compare(baseline, [merge([8, 14, 11], 'beta')]);
    expect(row).toMatchObject({ ...NONE, reason: null });
    expect(row!.pCorrected).toBeGreaterThan(0.05);
  });

  test('the correction can take back what one row alone would show', () => {
    const close = merge([10.35, 10.52, 10.3], 'beta');
    const alone = compare(baseline, [close])[0]!;
    const noise = ['c', 'd', 'e', 'f'].map((id) => merge([8, 14, 11], id));
    const among = compare(baseline, [close, ...noise])[0]!;
    expect(alone.word).toBe('slower');
    expect(among).toMatchObject(NONE);
  });

  test('does not test with fewer than three runs on a side, and says which', () => {
    const [row] = compare(baseline, [merge([1, 1.1], 'beta')]);
    expect(row).toMatchObject({ ...UNTESTED, test: null, p: null });
    expect(row!.reason).toContain('the row has 2 runs');
    const [other] = compare(merge([1]), [baseline]);
    expect(other!.reason).toContain('the baseline has 1 run ');
  });

  test('rows that were not tested do not count in the correction', () => {
    const rows = compare(baseline, [merge([5, 5.2, 4.8], 'beta'), merge([1, 1.1], 'gamma')]);
    expect(rows[0]!.test).toContain('over 1 comparison,');
    expect(rows[0]!.pCorrected).toBeCloseTo((rows[0]!.p! * 0.05) / 0.04, 12);
  });

  test('does not rank a substitute unless asked', () => {
    const substitute = merge([1, 1.1, 1.2], 'beta', { identity: withSubstitute('A made-up broker answers.') });
    expect(compare(baseline, [substitute])[0]).toMatchObject({
      ...UNTESTED,
      reason: expect.stringContaining('A made-up broker answers.'),
    });
    expect(compare(baseline, [substitute], { rankSubstitutes: true })[0]).toMatchObject({ word: 'faster' });
    expect(compare(substitute, [baseline])[0]!.word).toBe('not compared');
  });

  test('does not rank an edition with limits unless asked', () => {
    const limited = merge([1, 1.1, 1.2], 'beta', { identity: withLimits('Demo: few clients.') });
    expect(compare(baseline, [limited])[0]).toMatchObject({
      ...UNTESTED,
      reason: 'not ranked, limited edition: Demo: few clients.',
    });
    expect(compare(baseline, [limited], { rankSubstitutes: true })[0]).toMatchObject({ word: 'faster' });
  });

  test('does not rank another load', () => {
    const [row] = compare(baseline, [merge([1, 1.1, 1.2], 'alpha', { identity: { clients: 500 } })]);
    expect(row).toMatchObject({
      ...UNTESTED,
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

  test('does not rank runs whose server ran elsewhere, or on other cores, and names both', () => {
    const [row] = compare(baseline, [merge([50, 51, 52], 'beta', { identity: ON_OWN_CORES })]);
    expect(row!.reason).toBe('not the same load: placement server on CPU 1, baseline side by side');
  });

  test('does not rank runs over another network, and names both', () => {
    const [row] = compare(baseline, [merge([50, 51, 52], 'beta', { identity: overNetwork('dsl', 40) })]);
    expect(row!.reason).toMatch(/^not the same load: network dsl \(round trip 40 ms\), baseline local$/);
  });

  test('does not rank a load that is not known, not even with another such', () => {
    const unknown = { identity: { swarm: null, clients: null } };
    const [row] = compare(merge([10, 11, 12], 'beta', unknown), [merge([1, 1.1, 1.2], 'gamma', unknown)]);
    expect(row).toMatchObject({
      ...UNTESTED,
      reason: 'the load of the row is unknown',
    });
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
    expect(compare(spread(60), [spread(30)], smaller)[0]!.test).toContain(
      'on the logarithms of the levels in 3 rounds',
    );
  });

  test('says when the two were not measured side by side', () => {
    const [row] = compare(baseline, [merge([5, 5.1, 4.9], 'beta', elsewhere)]);
    expect(row).toMatchObject({ ...UNTESTED, reason: expect.stringMatching(/^cannot be told across sessions/) });
    expect(row!.remarks).toEqual(['not measured side by side: no session in common']);
    expect(compare(baseline, [merge([5, 5.1, 4.9], 'beta')])[0]!.remarks).toEqual([]);
  });

  test('has nothing to test where neither side varies', () => {
    const [row] = compare(merge([4, 4, 4]), [merge([5, 5, 5], 'beta')]);
    expect(row).toMatchObject({ ...UNTESTED, test: null, difference: 1 });
    expect(row!.reason).toContain('nothing to test');
  });
});
