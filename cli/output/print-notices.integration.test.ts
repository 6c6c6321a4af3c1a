import { EventEmitter } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import { makeRun } from '../../merge/testing/make-run.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { isOnePlace } from './print.ts';
import { sayNotices } from './print-notices.ts';

test('a session’s notices are said once each, with the first record that has them', () => {
  const events = new EventEmitter<SessionEvents>();
  const said: string[] = [];
  const notices = sayNotices(events, (line) => said.push(line));
  events.emit('record', makeRun());
  expect(said).toEqual([]);
  events.emit('record', { ...makeRun(), notice: 'ask before you publish' });
  events.emit('record', { ...makeRun(), notice: 'ask before you publish' });
  events.emit('record', { ...makeRun(), notice: 'and \u001b[31mthis' });
  expect(said).toEqual(['Notice: ask before you publish', expect.not.stringContaining('\u001b')]);
  expect([...notices]).toEqual(['ask before you publish', 'and \u001b[31mthis']);
});

test('what goes to one file is read by one reader, what goes to two is not', () => {
  const folder = temporaryFolder();
  const opened = ['a', 'a', 'b'].map((name) => openSync(join(folder, name), 'a'));
  const [one, same, other] = opened as [number, number, number];
  expect(isOnePlace(one, same)).toBe(true);
  expect(isOnePlace(one, other)).toBe(false);
  for (const file of opened) closeSync(file);
  expect(isOnePlace(one, same)).toBe(false);
});
