import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { answersIn, sealOf } from './answers.ts';

const folder = temporaryFolder();

/** A log whose one session tells two equal twins apart. */
function log(name: string, twins: number): string {
  const delayed = [true, false, false];
  const outcome = { seconds: 60, rounds: 4, compared: 'fromSent', figures: [11, 10, 12], notRanked: 0 };
  const pairs = [{ earlier: 1, later: 2, verdict: 'worse' }];
  const lines = [
    { asked: { twins }, latencyMs: 10, microseconds: 1_000 },
    { session: 1, sealed: sealOf(delayed, name), delayed, nonce: name, ...outcome, pairs },
  ];
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

test('several logs are counted together, and sessions of the same number apart', () => {
  expect(answersIn([log('a', 4), log('b', 4)])[1]).toMatch(/^sessions that tell any equal twins apart: 2 of 2 /);
});

test('logs of trials with different options are refused', () => {
  expect(() => answersIn([log('a', 4), log('c', 6)])).toThrow(/different options: .*a, .*c/);
});
