import { type GateOutcome, gateSummary, roundsToShow } from './gate-summary.ts';
import type { Revealed as RevealedSession } from './sealed-log.ts';

type Revealed = RevealedSession<GateOutcome>;

test('rounds that scatter by one standard deviation of the difference take ten, and sixteen to promise it', () => {
  // A paired t-test at 5 % with a power of 80 %: tables have 10 for an effect of 1, and 16 for one of sqrt(chi2(0.2, 9) / 9) = 0.77;
  // t(0.975, 9) = 2.262.
  const half = (2.262 * Math.log(1.1)) / Math.sqrt(10);
  const ratio = { value: 1, low: Math.exp(-half), high: Math.exp(half) };
  expect(roundsToShow(10, ratio, 10)).toBe(16);
});

type Outcome = Revealed['gate']['outcome'];

const sessions = (delayed: boolean, count: number, outcome: Outcome): Revealed[] =>
  Array.from({ length: count }, () => {
    const ratio = { value: delayed ? 1.1 : 1, low: 1, high: 1.2 };
    const facts = { seconds: 60, rounds: 4, latencyMs: 1, gate: { outcome, ratio } };
    return { session: 1, sealed: '', nonce: '', delayed, ...facts };
  });
const numbered = (all: Revealed[]): Revealed[] => all.map((one, index) => ({ ...one, session: index + 1 }));

const SHOWN = 'fails';
const OPEN = 'cannot tell';
const SHOWING = { showPercent: 10 };

test('false alarms and finds of the gate are counted apart, each with its interval', () => {
  const all = [...sessions(false, 1, SHOWN), ...sessions(false, 18, OPEN), ...sessions(false, 1, 'passes')];
  const { lines, broken } = gateSummary(
    numbered([...all, ...sessions(true, 18, SHOWN), ...sessions(true, 2, OPEN)]),
    SHOWING,
  );
  expect(lines).toEqual([
    '40 sessions, 4.0 rounds in 60 s',
    expect.stringMatching(
      /^ {2}gate, equal twins, false alarms: 1 of 20 = 5\.0 % \(0\.1 % to 24\.9 %\), promised at most 5\.0 %; mean ratio 1\.000 /,
    ),
    expect.stringMatching(/^ {2}gate, delay found: 18 of 20 = 90\.0 % .* at least 80\.0 %; mean ratio 1\.100 /),
  ]);
  expect(broken).toBe(false);
});

test.each([
  ['too many false alarms', [...sessions(false, 8, SHOWN), ...sessions(false, 12, OPEN)], 10, true],
  ['too few finds', [...sessions(true, 8, SHOWN), ...sessions(true, 12, OPEN)], 10, true],
  ['too few finds in sessions of any length', [...sessions(true, 8, SHOWN), ...sessions(true, 12, OPEN)], null, false],
  ['no session', [], 10, false],
])('%s: what is promised is broken or not', (_, all, showPercent, broken) => {
  expect(gateSummary(numbered(all), { showPercent }).broken).toBe(broken);
});
