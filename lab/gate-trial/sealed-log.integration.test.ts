import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import type { Revealed } from './gate-summary.ts';
import { choose, type Head, seal, TrialLog } from './sealed-log.ts';

const asked = { app: 'shout', delayPercent: 10, load: ['--clients', '20'] };
const head: Head = {
  gateTrial: asked,
  ratio: { value: 1, low: 0.9, high: 1.1 },
  latencyMs: 2,
  microseconds: 200,
  runs: 12,
};

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'log.jsonl');
});

function oneSession(log: TrialLog, session: number): Revealed {
  const choice = choose();
  log.seal(session, choice);
  const line: Revealed = { session, sealed: seal(choice), ...choice, outcome: 'passes', ratio: null, seconds: 1 };
  log.reveal(line);
  return line;
}

test('a campaign goes on where it was: what is not revealed is done again', () => {
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

test('the log of another campaign, and one without its first line, are refused', () => {
  new TrialLog(file, asked).begin(head);
  expect(() => new TrialLog(file, { ...asked, delayPercent: 20 })).toThrow(/other options/);
  writeFileSync(file, '{"session":1}\n');
  expect(() => new TrialLog(file, asked)).toThrow(/no log of a gate trial/);
});
