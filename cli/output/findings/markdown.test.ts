import { daysOf, machinesOf, measuredText } from '../../../merge/choice/figure-text.ts';
import type { Evidence, JudgedClaim, JudgedStudy } from '../../../merge/claims/types.ts';
import { claimCells } from './markdown.ts';

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
  const machines = ['1-x', '2-y'].map((kernel) => `A, Linux ${kernel}; clients on B, Linux 6.${kernel}`);
  expect(machinesOf([{ machines }])).toBe('A, Linux 1, 2; clients on B, Linux 6.1, 6.2');
});

describe('the row of a claim', () => {
  const evidence = (verdict: Evidence['verdict'], value: number | null, more: Partial<Evidence> = {}): Evidence =>
    ({ verdict, value, low: value, high: value, theirs: null, unit: 'times', size: 'whole', ...more }) as Evidence;
  const cellsOf = (claim: object) => claimCells({ says: 'It is so.', factor: null, ...claim } as JudgedClaim);

  test('cites the comparison that fails, otherwise the first that has a figure of the study', () => {
    const holding = [evidence('holds', 2), evidence('holds', 3, { theirs: 4 })];
    const held = { verdict: 'holds', class: 'holds' };
    expect(cellsOf({ ...held, evidence: holding })).toEqual(['It is so', '4', '**3** times', 'holds']);
    const failing = [...holding, evidence('does not hold', 0.5)];
    const [, , ours, name] = cellsOf({ verdict: 'does not hold', class: 'refuted', evidence: failing });
    expect([ours, name]).toEqual(['**0.5** times', 'refuted']);
    const own = [...failing, evidence('holds', 7, { theirs: 1, studyAgrees: false })];
    expect(cellsOf({ ...held, evidence: own }).slice(1, 3)).toEqual(['1', '**7** times']);
  });

  test('says so where the claim is one on the counts of each run', () => {
    const counts = [evidence('holds', 3, { unit: 'runs' })];
    expect(cellsOf({ verdict: 'holds', class: 'holds', evidence: counts })[2]).toBe('counts, each run');
  });

  test('has the class of its figures, and the sizes below the whole that judged it', () => {
    const open = { verdict: 'cannot be tested here', class: 'not judged', evidence: [] };
    expect(cellsOf({ ...open, factor: { class: 'differs now' } })).toEqual([
      'It is so',
      '–',
      '–',
      'not judged; how much: differs now',
    ]);
    expect(cellsOf({ ...open, factor: { class: 'not judged' } })[3]).toBe('not judged');
    const short = 'needs a bigger load machine';
    expect(cellsOf({ ...open, class: short, factor: { class: short } })[3]).toBe(short);
    const sizes = [
      evidence('holds', 1),
      evidence('holds', 1, { size: 'quick' }),
      evidence('holds', null, { size: 'full-console' }),
    ];
    expect(cellsOf({ verdict: 'holds', class: 'holds', evidence: sizes })[3]).toBe('holds (quick)');
  });
});
