/** The answer as the command line gives it. */
import { mergeRuns } from '../../merge/index.ts';
import { makeRuns } from '../../merge/testing/make-run.ts';
import { answerFields, answerLines } from './answer-text.ts';

const named = (framework: string, latencyMs: number, seed: number) =>
  makeRuns(4, { seed, latencyMs, identity: { framework, frameworkLabel: framework } });

const merges = mergeRuns([...named('slow', 50, 1), ...named('fast', 5, 2), ...named('alike', 50, 3)]);

describe('the answer of a session', () => {
  test('is in sentences, each on a line, for people', () => {
    const lines = answerLines(merges, []).split('\n');
    expect(lines[0]).toBe('Best: fast websocket.');
    expect(lines[1]).toMatch(/^More: (slow|alike) websocket \(/);
    expect(lines[2]).toMatch(/^fast websocket \(mean of 4 runs: [\d.]+ ms\) is less than both others: /);
    expect(lines[3]).toMatch(/^No difference is shown between (slow|alike) websocket and (slow|alike) websocket \(/);
    expect(lines.at(-1)).toContain('Paired t-test, two-sided');
  });

  test('has the size of a difference that is asked for', () => {
    expect(answerLines(merges, [], { detect: 1 })).toContain('a difference of 1 %');
  });

  test('of one row is that there is nothing to compare it with; for programs there is none', () => {
    expect(answerLines(mergeRuns(named('fast', 5, 1)), [])).toBe(
      'fast websocket is the only row that can be ranked: there is none to compare it with.',
    );
    expect(answerFields(mergeRuns(named('fast', 5, 1)), [])).toEqual([null]);
  });

  test('keeps what could move the cursor from the terminal', () => {
    const hostile = mergeRuns([...named('slow', 50, 1), ...named('\u001b[2Jfast', 5, 2)]);
    expect(answerLines(hostile, [])).not.toContain('\u001b');
  });

  test('is with each merge for programs: its place, its comparison, what it is not told from', () => {
    const fields = Object.fromEntries(
      merges.map(({ combination }, index) => [combination.framework, answerFields(merges, [])[index]]),
    );
    expect(fields.fast).toMatchObject({ place: 1, comparison: null, undecided: [], skippedBecause: null });
    expect(fields.slow).toMatchObject({
      baseline: expect.stringMatching(/^fast\./),
      comparison: { verdict: 'worse', ratio: { value: expect.any(Number), low: expect.any(Number) } },
      undecided: [{ with: expect.stringMatching(/^alike\./), runs: 4, needed: expect.any(Number) }],
    });
    expect(JSON.parse(JSON.stringify(fields))).toEqual(fields);
  });
});
