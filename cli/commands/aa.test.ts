import { makeRuns } from '../../merge/testing/make-run.ts';
import type { RunRecord } from '../../protocol/run-record.ts';
import { EXIT } from '../../system/errors.ts';
import { outcomeOf } from './aa.ts';

/** Runs of a framework measured as two, one round for each figure. */
function arms(a: number[], b: number[]): RunRecord[] {
  return [a, b].flatMap((means, index) => {
    const arm = index === 0 ? 'a' : 'b';
    const runs = makeRuns(means.length, { identity: { arm, frameworkLabel: `Alpha (${arm})` } });
    return runs.map((run, round) => {
      run.metrics.fromSent.series = { sum: [means[round]!], count: [1] };
      return { ...run, id: `${run.id}.${arm}` };
    });
  });
}

const A = [1.1, 0.9, 1.2, 1];
const B = [1, 1.05, 1.1, 0.9];

test('arms that can be compared end well, with what differs between them and what runs can show', () => {
  const { sentences, noise, exitCode } = outcomeOf(arms(A, B), []);
  expect(sentences.split('\n')).toEqual([
    expect.stringMatching(/^Alpha websocket against itself in 4 rounds: /),
    expect.stringMatching(/^This machine shows differences of /),
  ]);
  expect(noise).toEqual([expect.objectContaining({ framework: 'alpha', transport: 'websocket', rounds: 4 })]);
  expect(exitCode).toBe(EXIT.ok);
});

test('arms that say nothing of the noise end as failed, with the reason', () => {
  const { sentences, noise, exitCode } = outcomeOf(arms(A, A), []);
  expect(sentences).toMatch(/^Alpha websocket against itself does not show the noise: nothing varies: /);
  expect(noise).toEqual([expect.objectContaining({ rounds: 4, unknown: expect.stringMatching(/^nothing varies/) })]);
  expect(exitCode).toBe(EXIT.failed);
});

test('where invalid runs leave two rounds it says so, and ends as failed', () => {
  const records = arms(A, B).map((run, index) => ({
    ...run,
    validity: index < 2 ? [{ code: 'messages-lost', level: 'fatal' as const, message: 'Made up.' }] : [],
  }));
  const { sentences, exitCode } = outcomeOf(records, []);
  expect(sentences).toContain('does not show the noise: 2 rounds have a valid run of both arms');
  expect(exitCode).toBe(EXIT.failed);
});

test('one invalid run of many fails the command, and the noise of the others is said', () => {
  const records = arms(A, B).map((run, index) => ({
    ...run,
    validity: index < 1 ? [{ code: 'messages-lost', level: 'fatal' as const, message: 'Made up.' }] : [],
  }));
  const { sentences, exitCode } = outcomeOf(records, []);
  expect(sentences).toContain('against itself in 3 rounds');
  expect(exitCode).toBe(EXIT.failed);
});

test('no run at all is said, and fails', () => {
  expect(outcomeOf([], [])).toMatchObject({
    sentences: 'No run shows how large the noise is.',
    noise: [],
    exitCode: EXIT.failed,
  });
});
