import type { Revealed } from './sealed-log.ts';
import { roundsToShow, shareInterval, summaryOf } from './trial-summary.ts';

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

type Said = { [Judge in 'gate' | 'answer']: NonNullable<Revealed[Judge]>['outcome'] };

/** Sessions of which gate and answer said the same. */
const sessions = (delayed: boolean, count: number, { gate, answer }: Said, latencyMs = 1): Revealed[] =>
  Array.from({ length: count }, () => {
    const ratio = { value: delayed ? 1.1 : 1, low: 1, high: 1.2 };
    const said = { gate: { outcome: gate, ratio }, answer: { outcome: answer, ratio } };
    return {
      session: 1,
      sealed: null,
      nonce: null,
      delayed,
      seconds: 60,
      rounds: 4,
      latencyMs,
      roundLogs: [],
      ...said,
    };
  });
const numbered = (all: Revealed[]): Revealed[] => all.map((one, index) => ({ ...one, session: index + 1 }));

const SHOWN = { gate: 'fails', answer: 'worse' } as const;
const OPEN = { gate: 'cannot tell', answer: 'none' } as const;
const ONE_KIND = { kinds: ['--interleaved'], showPercent: 10 };

test('false alarms and finds of gate and answer are counted apart, each with its interval', () => {
  const faster = sessions(false, 1, { gate: 'passes', answer: 'better' });
  const all = [...sessions(false, 1, SHOWN), ...sessions(false, 18, OPEN), ...faster];
  const { lines, broken } = summaryOf(
    numbered([...all, ...sessions(true, 18, SHOWN), ...sessions(true, 2, OPEN)]),
    ONE_KIND,
  );
  expect(lines).toEqual([
    '--interleaved: 40 sessions, 4.0 rounds in 60 s',
    expect.stringMatching(
      /^ {2}gate, equal twins, false alarms: 1 of 20 = 5\.0 % \(0\.1 % to 24\.9 %\), promised at most 5\.0 %; mean ratio 1\.000 /,
    ),
    expect.stringMatching(/^ {2}gate, delay found: 18 of 20 = 90\.0 % .* at least 80\.0 %; mean ratio 1\.100 /),
    expect.stringMatching(/^ {2}answer, equal twins, false alarms: 2 of 20 /),
    expect.stringMatching(/^ {2}answer, delay found: 18 of 20 /),
  ]);
  expect(broken).toBe(false);
});

test.each([
  ['too many false alarms', [...sessions(false, 8, SHOWN), ...sessions(false, 12, OPEN)], 10, true],
  ['too few finds', [...sessions(true, 8, SHOWN), ...sessions(true, 12, OPEN)], 10, true],
  ['too few finds in sessions of any length', [...sessions(true, 8, SHOWN), ...sessions(true, 12, OPEN)], null, false],
  ['no session', [], 10, false],
])('%s: what is promised is broken or not', (_, all, showPercent, broken) => {
  expect(summaryOf(numbered(all), { ...ONE_KIND, showPercent }).broken).toBe(broken);
});

test('two kinds of sessions are shown apart, and their latencies compared by turns, where there are enough', () => {
  const turns = [1.02, 1.05, 1.08].flatMap((cost) => [
    ...sessions(false, 1, OPEN, 2 * cost),
    ...sessions(false, 1, SHOWN, 2),
  ]);
  const kinds = { kinds: ['a', 'b'], showPercent: null };
  const { lines } = summaryOf(numbered(turns), kinds);
  expect(lines.filter((line) => /false alarms: [03] of 3/.test(line))).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/^latency of "a" \/ "b": 1\.050 \(0\.97\d to 1\.12\d\), higher in 3 of 3 turns$/);
  expect(summaryOf(numbered(turns.slice(0, 1)), kinds).lines).toHaveLength(3);
});
