import type { Evidence, JudgedClaim } from '../../../merge/claims/types.ts';
import { claimChart } from './claim-chart.ts';

const evidence = (what: string, verdict: Evidence['verdict']): Evidence =>
  ({ what, verdict, theirs: null, value: 2, low: 1.5, high: 2.5, unit: 'times' }) as Evidence;
const chartOf = (...all: Evidence[]) =>
  claimChart({ says: 'Made up.', verdict: 'does not hold', evidence: all, factor: null } as unknown as JudgedClaim);

const numbersIn = (chart: string, pattern: RegExp) => [...chart.matchAll(pattern)].map(([, x]) => Number(x));
const marksOf = (chart: string) => numbersIn(chart, /<circle cx="([\d.]+)"/g);
/** Where the zero, or the 1 of ratios, is beside each bar. */
const originsOf = (chart: string) => numbersIn(chart, /<line x1="([\d.]+)" x2="\1"[^>]*#9ca3af/g);

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

test('draws a level and a ratio on axes of their own, each with its unit', () => {
  const level = { ...evidence('server CPU', 'holds'), value: 40, low: 40, high: 40, unit: '% of a core' };
  const chart = chartOf(evidence('ratio', 'holds'), level);
  expect(chart).toContain('server CPU: ours 40 % of a core');
  expect(chart).toContain('ratio: ours 2 times');
  const [ratioMark, levelMark] = marksOf(chart);
  const [one, zero] = originsOf(chart);
  expect(ratioMark).toBeGreaterThan(one!);
  expect(zero).toBe(20);
  expect(levelMark).toBe(700);
});

test('draws levels of different metrics on axes of their own, each with its end', () => {
  const rate = (what: string, value: number) => ({
    ...evidence(what, 'holds'),
    value,
    low: value,
    high: value,
    unit: '/s',
  });
  const received = [rate('received, lowest second of A', 60), rate('received of A', 120)];
  const chart = chartOf(received[0]!, rate('sent of A', 7200), rate('sent of B', 3600), received[1]!);
  expect(marksOf(chart)).toEqual([360, 700, 700, 360]);
  expect([...chart.matchAll(/text-anchor="end">([^<]+)</g)].map(([, end]) => end)).toEqual(['120', '7,200']);
});

test('draws a level of zero, which no logarithm could', () => {
  const none = { ...evidence('lost messages', 'holds'), value: 0, low: 0, high: 0, unit: 'messages' };
  expect(chartOf(none)).toContain('lost messages: ours 0 messages');
});
