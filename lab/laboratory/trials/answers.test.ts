import { mergeRuns } from '../../../merge/index.ts';
import { makeRuns } from '../../../merge/testing/make-run.ts';
import { outcomeOf, randomHalf } from './answers.ts';
import { type AnswerOutcome, answersSummary } from './answers-summary.ts';
import type { Revealed } from './sealed-log.ts';

const BY = { metric: 'fromSent', better: 'less', words: { better: 'faster', worse: 'slower' } } as const;

/** A session of four twins of which the last two have the delay. @param slow the factor that it has to clients */
function session(number: number, slow: number, delayed = [false, false, true, true]): Revealed<AnswerOutcome> {
  const merges = delayed.map((isSlow, twin) => {
    const identity = { framework: `twin-${twin}` };
    const latencyMs = isSlow ? 10 * slow : 10;
    return mergeRuns(makeRuns(6, { session: `s${number}`, latencyMs, seed: 10 * number + twin, identity }))[0]!;
  });
  return { session: number, delayed, sealed: '', nonce: '', seconds: 60, rounds: 6, ...outcomeOf({ merges, by: BY }) };
}

test('half of the twins have the delay, and not always the same', () => {
  const halves = Array.from({ length: 40 }, () => randomHalf(8));
  for (const half of halves) expect(half.filter(Boolean)).toHaveLength(4);
  expect(new Set(halves.map(String)).size).toBeGreaterThan(1);
});

test('pairs with a delay that is shown are found, and the ratio is that of the delay', () => {
  const lines = answersSummary([session(1, 1.5), session(2, 1.5)]);
  expect(lines[0]).toBe('2 sessions of 4 twins, 6.0 rounds in 60 s, compared by fromSent');
  expect(lines[3]).toMatch(/^pairs with the delay told apart: 8 of 8 = 100\.0 % \(.*\); the wrong way round: 0$/);
  const [, ratio] = /^delayed twins have ([\d.]+) times/.exec(lines[4]!)!;
  expect(Math.abs(Number(ratio) - 1.5)).toBeLessThan(0.05);
});

test('an equal pair that is told apart is a false alarm of its session, and a delay that speeds up is the wrong way round', () => {
  const alarm = session(1, 1.5, [false, false, true, true]);
  // What the log says of them is that all are equal but one, which is faster with the delay.
  const lines = answersSummary([{ ...alarm, delayed: [true, false, false, false] }]);
  expect(lines[1]).toMatch(/^sessions that tell any equal twins apart: 1 of 1 /);
  expect(lines[2]).toMatch(/^equal pairs told apart: 2 of 3 /);
  expect(lines[3]).toMatch(/told apart: 0 of 3 .*the wrong way round: 2$/);
});

test('two twins, of which one has the delay, are no equal pair', () => {
  const lines = answersSummary([session(1, 1.5, [false, true])]);
  expect(lines.slice(2, 4)).toEqual([
    'equal pairs told apart: none to tell',
    expect.stringMatching(/^pairs with the delay told apart: 1 of 1 = /),
  ]);
});

test('without a session there is a sentence', () => {
  expect(answersSummary([])).toEqual(['no session is over']);
});
