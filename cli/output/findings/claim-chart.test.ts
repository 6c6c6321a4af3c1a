import type { Evidence, JudgedClaim } from '../../../merge/claims/types.ts';
import { claimChart } from './claim-chart.ts';

const evidence = (what: string, verdict: Evidence['verdict']): Evidence =>
  ({ what, verdict, theirs: null, value: 2, low: 1.5, high: 2.5, unit: 'times' }) as Evidence;
const chartOf = (...all: Evidence[]) =>
  claimChart({ says: 'Made up.', verdict: 'does not hold', evidence: all, factor: null } as unknown as JudgedClaim);

test('has room for eight comparisons, and those that decide the verdict are among them', () => {
  const holding = Array.from({ length: 9 }, (_, index) => evidence(`holding ${index}`, 'holds'));
  const chart = chartOf(...holding, evidence('deciding', 'does not hold'));
  expect(chart.match(/ours 2/g)).toHaveLength(8);
  expect(chart.indexOf('deciding')).toBeLessThan(chart.indexOf('holding 0'));
});

test('keeps both ends of a long label, so that labels that end differently differ', () => {
  const long = (end: string) => `round trip of ${'a framework '.repeat(10)} over ${end}`;
  const chart = chartOf(evidence(long('sse'), 'holds'), evidence(long('polling'), 'holds'));
  expect(chart).toMatch(/round trip of .*….* over sse: ours 2/);
  expect(chart).toMatch(/round trip of .*….* over polling: ours 2/);
});
