/** Tells whoever measures what must be said with the figures, as soon as there are some. */
import type { EventEmitter } from 'node:events';
import type { SessionEvents } from '../loadtests/runner/session.ts';
import { isOnePlace, printable, type Say } from './output.ts';

/** Says each notice of a session's records once, with the first record that has it. @returns those that were said, as they come */
export function sayNotices(events: EventEmitter<SessionEvents>, say: Say): ReadonlySet<string> {
  const said = new Set<string>();
  events.on('record', ({ notice }) => {
    if (notice === undefined || said.has(notice)) return;
    said.add(notice);
    say(printable(`Notice: ${notice}`));
  });
  return said;
}

/** Of the notices that were said, those that whoever reads the result has read before it; a result that goes elsewhere is not without any. */
export function readBefore(said: ReadonlySet<string>): ReadonlySet<string> {
  return isOnePlace() ? said : new Set();
}
