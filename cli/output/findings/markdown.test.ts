import type { BestClaim } from '../../../merge/claims/best-size.ts';
import type { Evidence, JudgedStudy } from '../../../merge/claims/types.ts';
import { claimCells, daysOf, machinesOf, measuredText } from './markdown.ts';

test.each([
  ['one day', '2026-01-01T23:00:00Z', '2026-01-01T23:30:00Z', '2026-01-01'],
  ['several', '2026-01-01T23:00:00Z', '2026-01-03T01:00:00Z', '2026-01-01 to 2026-01-03'],
  ['none that is known', null, null, 'an unknown day'],
])('the days of runs: %s', (_, first, last, days) => {
  expect(daysOf({ first, last })).toBe(days);
});

test('an interval stands behind its figure, unless it has no width or is not known', () => {
  expect(measuredText({ value: 1.48, low: 1.06, high: 2.05 })).toBe('1.48 (1.06–2.05)');
  expect(measuredText({ value: 3, low: 3, high: 3 })).toBe('3');
  expect(measuredText({ value: 3, low: null, high: null })).toBe('3');
});

test('machines that differ in their kernel alone are one', () => {
  const sizes = [{ machines: ['A, Linux 6.1.2-one', 'B'] }, { machines: ['A, Linux 6.1.2-two', 'A, Linux 6.2.0'] }];
  expect(machinesOf(sizes as JudgedStudy[])).toBe('A, Linux 6.1.2, 6.2.0; B');
});

describe('the row of a claim', () => {
  const evidence = (verdict: Evidence['verdict'], value: number | null, more: Partial<Evidence> = {}): Evidence =>
    ({ verdict, value, low: value, high: value, theirs: null, unit: 'times', ...more }) as Evidence;
  const cellsOf = (claim: object, size = 'whole', against: BestClaim['against'] = null) =>
    claimCells({
      claim: { says: 'It is so.', open: null, factor: null, ...claim },
      from: { size },
      against,
    } as BestClaim);

  test('cites the comparison that fails, otherwise the first that has a figure of the study', () => {
    const holding = [evidence('holds', 2), evidence('holds', 3, { theirs: 4 })];
    expect(cellsOf({ verdict: 'holds', evidence: holding })).toEqual(['It is so', '4 times', '**3** times', 'holds']);
    const failing = [...holding, evidence('does not hold', 0.5)];
    expect(cellsOf({ verdict: 'does not hold', evidence: failing })).toEqual([
      'It is so',
      '–',
      '**0.5** times',
      'does not hold',
    ]);
  });

  test('says so where the claim is one on the counts of each run', () => {
    expect(cellsOf({ verdict: 'holds', evidence: [evidence('holds', 3, { unit: 'runs' })] })[2]).toBe(
      'counts, each run',
    );
  });

  test('has the reason of an open verdict, the verdict on its figures, and a size that is not the whole', () => {
    const open = { verdict: 'cannot be tested here', open: 'too noisy', evidence: [] };
    expect(cellsOf({ ...open, factor: { verdict: 'does not hold' } }, 'quick')).toEqual([
      'It is so',
      '–',
      '–',
      'too noisy; how much: does not hold (quick)',
    ]);
    expect(cellsOf({ ...open, factor: { verdict: 'cannot be tested here' } })[3]).toBe('too noisy');
  });

  test('names another verdict of another size', () => {
    const against = { verdict: 'does not hold', size: 'quick' } as const;
    expect(cellsOf({ verdict: 'holds', evidence: [] }, 'whole', against)[3]).toBe('holds; quick: does not hold');
  });
});
