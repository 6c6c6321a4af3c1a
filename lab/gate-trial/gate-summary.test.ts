import { type Revealed, roundsToShow, shareInterval, summaryOf } from './gate-summary.ts';

// Tables of Clopper and Pearson's interval.
test.each([
  [0, 10, 0, 0.3085],
  [1, 10, 0.0025, 0.445],
  [5, 10, 0.1871, 0.8129],
  [10, 10, 0.6915, 1],
  [5, 100, 0.0164, 0.1128],
  [0, 0, 0, 1],
])('%i of %i is a share of %f to %f', (count, n, low, high) => {
  const interval = shareInterval(count, n);
  expect(interval[0]).toBeCloseTo(low, 4);
  expect(interval[1]).toBeCloseTo(high, 4);
});

test('rounds that scatter by one standard deviation of the difference take ten, and sixteen to promise it', () => {
  // A paired t-test at 5 % with a power of 80 %: tables have 10 for an effect of 1, and 16 for one of sqrt(chi2(0.2, 9) / 9) = 0.77;
  // t(0.975, 9) = 2.262.
  const half = (2.262 * Math.log(1.1)) / Math.sqrt(10);
  const ratio = { value: 1, low: Math.exp(-half), high: Math.exp(half) };
  expect(roundsToShow(10, ratio, 10)).toBe(16);
});

const sessions = (delayed: boolean, outcome: Revealed['outcome'], count: number): Revealed[] =>
  Array.from({ length: count }, (_, index) => ({
    session: index,
    sealed: '',
    nonce: '',
    delayed,
    outcome,
    ratio: { value: delayed ? 1.1 : 1, low: 1, high: 1.2 },
    seconds: 60,
  }));

test('false alarms and finds are counted apart, each with its interval', () => {
  const { lines, broken } = summaryOf([
    ...sessions(false, 'fails', 1),
    ...sessions(false, 'cannot tell', 18),
    ...sessions(false, 'passes', 1),
    ...sessions(true, 'fails', 18),
    ...sessions(true, 'cannot tell', 2),
  ]);
  expect(lines[0]).toBe(
    'False alarms: 1 of 20 = 5.0 % (0.1 % to 24.9 %); at most 5.0 % are promised; mean ratio 1.000',
  );
  expect(lines[1]).toMatch(/^Found: {8}18 of 20 = 90\.0 % .*; mean ratio 1\.100$/);
  expect(broken).toBe(false);
});

test.each([
  ['too many false alarms', [...sessions(false, 'fails', 8), ...sessions(false, 'passes', 12)]],
  ['too few finds', [...sessions(true, 'fails', 8), ...sessions(true, 'cannot tell', 12)]],
])('%s break the promise', (_, all) => {
  expect(summaryOf(all).broken).toBe(true);
});

test('no session says nothing', () => {
  expect(summaryOf([])).toMatchObject({
    broken: false,
    lines: [expect.stringContaining('0 of 0;'), expect.any(String)],
  });
});
