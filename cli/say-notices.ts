/** Tells whoever measures what must be said with the figures, as soon as there are some. */
import type { EventEmitter } from 'node:events';
import type { SessionEvents } from '../loadtests/runner/session.ts';
import { printable, type Say } from './output.ts';

/** Says each notice of a session's records once, with the first record that has it. */
export function sayNotices(events: EventEmitter<SessionEvents>, say: Say): void {
  const said = new Set<string>();
  events.on('record', ({ notice }) => {
    if (notice === undefined || said.has(notice)) return;
    said.add(notice);
    say(printable(`Notice: ${notice}`));
  });
}
