/** Prints the notices that figures must not be shown without. */
import type { EventEmitter } from 'node:events';
import type { SessionEvents } from '../../loadtests/session/session-events.ts';
import { isOnePlace, printable, type Say } from './print.ts';

/** Prints each notice of a session once, with the first record that has it. @returns the printed notices, growing while the session runs */
export function sayNotices(events: EventEmitter<SessionEvents>, say: Say): ReadonlySet<string> {
  const said = new Set<string>();
  events.on('record', ({ notice }) => {
    if (notice === undefined || said.has(notice)) return;
    said.add(notice);
    say(printable(`Notice: ${notice}`));
  });
  return said;
}

/** Notices already printed to the stream the reader sees. */
export function readBefore(said: ReadonlySet<string>): ReadonlySet<string> {
  return isOnePlace() ? said : new Set();
}
