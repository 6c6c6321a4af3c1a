import { EventEmitter } from 'node:events';
import type { SessionEvents } from '../loadtests/runner/session.ts';
import { makeRun } from '../merge/testing/make-run.ts';
import { sayFirstTables } from './first-tables.ts';

/** What is said in a session of `frameworks` and so many `rounds`, run by run. */
function session(frameworks: string[], rounds: number, of: number | null = frameworks.length * rounds): string[] {
  const events = new EventEmitter<SessionEvents>();
  const said: string[] = [];
  sayFirstTables(events, [], (line) => said.push(line.trim().split('\n')[0]!));
  for (let repetition = 1; repetition <= rounds; repetition++) {
    for (const framework of frameworks) {
      const run = { repetition } as SessionEvents['step'][0]['run'];
      events.emit('step', { run, step: 'starting', number: 1, of });
      events.emit('record', makeRun({ identity: { framework, repetition } }));
      said.push(`${framework} #${repetition}`);
    }
  }
  return said;
}

test('there is a table after the first run, and after the first round', () => {
  expect(session(['alpha', 'beta'], 3)).toEqual([
    ...['The first run:', 'alpha #1', 'beta #1'],
    ...['After the first round:', 'alpha #2', 'beta #2', 'alpha #3', 'beta #3'],
  ]);
});

test('one framework has no round to show, and one run is shown in the end anyway', () => {
  expect(session(['alpha'], 2)).toEqual(['The first run:', 'alpha #1', 'alpha #2']);
  expect(session(['alpha'], 1)).toEqual(['alpha #1']);
});

test('a search has the first alone', () => {
  expect(session(['alpha', 'beta'], 1, null)).toEqual(['The first run:', 'alpha #1', 'beta #1']);
});

test('a notice, which is said by itself, is not repeated with each table', () => {
  const events = new EventEmitter<SessionEvents>();
  const said: string[] = [];
  sayFirstTables(events, [], (line) => said.push(line));
  events.emit('step', { run: { repetition: 1 }, step: 'starting', number: 1, of: 2 } as SessionEvents['step'][0]);
  events.emit('record', { ...makeRun(), notice: 'ask before you publish' });
  expect(said.join()).toContain('The first run:');
  expect(said.join()).not.toContain('ask before you publish');
});
