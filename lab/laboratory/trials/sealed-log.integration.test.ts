import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { type Asked, type Head, hidden, type Measured, type Revealed, SealedLog, seal } from './sealed-log.ts';

const asked: Asked = {
  judge: 'gate',
  app: 'shout',
  twins: 2,
  delayPercent: 10,
  showPercent: null,
  beside: 0,
  words: ['--clients', '20'],
};
const head: Head = { asked, latencyMs: 2, microseconds: 200, calibrated: null };

let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), 'log.jsonl');
});

/** By turns of two twins, and of many. */
const choiceOf = (session: number) => hidden(session % 2 === 1 ? true : [true, false, false, true]);
const open = (changed: Partial<Asked> = {}) => new SealedLog<Measured>(file, { ...asked, ...changed });

function oneSession(log: SealedLog<Measured>, session: number): Revealed<Measured> {
  const choice = choiceOf(session);
  log.seal(session, choice);
  const outcome = { seconds: 1, rounds: 3 };
  log.reveal(session, choice, outcome);
  return { session, sealed: seal(choice), ...choice, ...outcome };
}

test('a trial goes on where it was: what is not revealed is done again', () => {
  const log = open();
  expect(log.head).toBeNull();
  log.begin(head);
  const done = oneSession(log, 1);
  log.seal(2, choiceOf(2));
  const again = open();
  expect([again.head, again.revealed]).toEqual([head, [done]]);
  oneSession(again, 2);
  expect(open().revealed).toHaveLength(2);
});

test('before its session the log does not tell what was chosen', () => {
  const log = open();
  log.begin(head);
  const choice = choiceOf(1);
  log.seal(1, choice);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(seal(choice));
  expect(text).not.toMatch(/delayed|nonce/);
});

test('a session that was changed afterwards is noticed', () => {
  const log = open();
  log.begin(head);
  oneSession(log, 1);
  writeFileSync(file, readFileSync(file, 'utf8').replace('"delayed":true', '"delayed":false'));
  expect(() => open()).toThrow(/session 1 is not what was sealed/);
});

test('the log of another trial, and one without its first line, are refused', () => {
  open().begin(head);
  expect(() => open({ delayPercent: 20 })).toThrow(/other options/);
  writeFileSync(file, '{"session":1}\n');
  expect(() => open()).toThrow(/no log of a trial/);
});

test('equal choices are sealed apart', () => {
  expect(seal(choiceOf(1))).not.toBe(seal(choiceOf(1)));
});
