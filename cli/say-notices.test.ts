import { EventEmitter } from 'node:events';
import type { SessionEvents } from '../loadtests/runner/session.ts';
import { makeRun } from '../merge/testing/make-run.ts';
import { sayNotices } from './say-notices.ts';

test('a session’s notices are said once each, with the first record that has them', () => {
  const events = new EventEmitter<SessionEvents>();
  const said: string[] = [];
  sayNotices(events, (line) => said.push(line));
  events.emit('record', makeRun());
  expect(said).toEqual([]);
  events.emit('record', { ...makeRun(), notice: 'ask before you publish' });
  events.emit('record', { ...makeRun(), notice: 'ask before you publish' });
  events.emit('record', { ...makeRun(), notice: 'and \u001b[31mthis' });
  expect(said).toEqual(['Notice: ask before you publish', expect.not.stringContaining('\u001b')]);
});
