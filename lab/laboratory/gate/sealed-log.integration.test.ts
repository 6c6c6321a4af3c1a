import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { choose, type Head, type Revealed, seal, TrialLog } from './sealed-log.ts';

const asked = {
  app: 'shout',
  delayPercent: 10,
  showPercent: null,
  load: ['--clients', '20'],
  kinds: [''] as [string],
  beside: 0,
};
const head: Head = { asked, latencyMs: 2, microseconds: 200, calibrated: null };

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'log.jsonl');
});

function oneSession(log: TrialLog, session: number): Revealed {
  const choice = choose();
  log.seal(session, choice);
  const outcome = { seconds: 1, rounds: 3, latencyMs: 2, gate: { outcome: 'passes' as const, ratio: null } };
  const line: Revealed = { session, sealed: seal(choice), ...choice, ...outcome };
  log.reveal(line);
  return line;
}

test('a trial goes on where it was: what is not revealed is done again', () => {
  const log = new TrialLog(file, asked);
  expect(log.head).toBeNull();
  log.begin(head);
  const done = oneSession(log, 1);
  log.seal(2, choose());
  const again = new TrialLog(file, asked);
  expect([again.head, again.revealed]).toEqual([head, [done]]);
  oneSession(again, 2);
  expect(new TrialLog(file, asked).revealed).toHaveLength(2);
});

test('before its session the log does not tell what was chosen', () => {
  const log = new TrialLog(file, asked);
  log.begin(head);
  const choice = choose();
  log.seal(1, choice);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(seal(choice));
  expect(text).not.toMatch(/delayed|nonce/);
});

test('a session that was changed afterwards is noticed', () => {
  const log = new TrialLog(file, asked);
  log.begin(head);
  const { delayed } = oneSession(log, 1);
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"delayed":${delayed}`, `"delayed":${!delayed}`));
  expect(() => new TrialLog(file, asked)).toThrow(/session 1 is not what was sealed/);
});

test('the log of another trial, and one without its first line, are refused', () => {
  new TrialLog(file, asked).begin(head);
  expect(() => new TrialLog(file, { ...asked, delayPercent: 20 })).toThrow(/other options/);
  writeFileSync(file, '{"session":1}\n');
  expect(() => new TrialLog(file, asked)).toThrow(/no log of a trial/);
});

test('equal choices are sealed apart', () => {
  const first = choose();
  expect(seal({ ...choose(), delayed: first.delayed })).not.toBe(seal(first));
});
