import { kindsOf, summaryLines, type TrialKind } from './interleaved-summary.ts';

const line = (kind: Partial<TrialKind>, verdict: 'worse' | 'none', roundLogs: number[], latencyMs = 1) => ({
  number: 1,
  interleaved: true,
  delayed: false,
  ...kind,
  outcome: {
    seconds: 100,
    rounds: roundLogs.length,
    verdict,
    ratio: null,
    latencyMs,
    roundLogs,
    flagged: null,
    invalid: 0,
  },
});

test('both ways measure the same twins, in turn, and the seed alone decides which', () => {
  let asked = 0;
  const kinds = kindsOf(6, () => [0.2, 0.7, 0.4][asked++]!);
  expect(kinds.map(({ interleaved }) => interleaved)).toEqual([true, false, true, false, true, false]);
  expect(kinds.map(({ delayed }) => delayed)).toEqual([true, true, false, false, true, true]);
});

test('there is a line for each kind of session that there was', () => {
  const lines = summaryLines([
    line({}, 'none', [0.01, -0.01]),
    line({}, 'worse', [0.02, -0.02]),
    line({ delayed: true, interleaved: false }, 'worse', [0.1, 0.1]),
  ]);
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^interleaved, equal twins: a difference shown in 1 of 2 .* ratio over all rounds 1\.000 /);
  expect(lines[1]).toMatch(
    /^one at a time, with the delay: a difference shown in 1 of 1 .* 1\.105 \(1\.105 to 1\.105\)/,
  );
});

test('what a neighbour costs is told by pairs of sessions, where there are enough of them', () => {
  const pair = (cost: number) => [line({}, 'none', [0], 2 * cost), line({ interleaved: false }, 'none', [0], 2)];
  const all = [1.02, 1.05, 1.08].flatMap(pair);
  expect(summaryLines(all).at(-1)).toMatch(
    /^latency with a neighbour \/ without: 1\.050 \(0\.97\d to 1\.12\d\), higher in 3 of 3 pairs of sessions$/,
  );
  expect(summaryLines(all.slice(0, 1))).toHaveLength(1);
});
