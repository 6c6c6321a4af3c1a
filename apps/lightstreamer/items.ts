/** The items that clients can subscribe to, by the names that both ends use. */

/** The Adapter Set that clients ask for. */
export const ADAPTER_SET = 'OUTCRY';

/** A client sends all messages in one sequence, so that they stay in order. */
export const SEQUENCE = 'outcry';

/** Group and item: every event to all but the auction's, in mode RAW. */
export const LOAD = 'load';
/** Group: this one client's own events and replies, in mode RAW. The item is `mineOf` its session. */
export const MINE = 'mine';
/** Group and item: the auction's list, in mode COMMAND; for its rows see `auction-row.ts`. */
export const AUCTION = 'auction';

/** The one field of `load` and of `mine`: an envelope, as in `protocol/envelope.ts`. */
export const MESSAGE = 'message';

// Three texts that are no envelopes. Between WELCOME and FAREWELL a client is one of the house's connections. An update of `load` before
// or after is not for it, although it may be subscribed.

/** The first update of `mine`. */
export const WELCOME = 'welcome';

/** The last message of a client. */
export const GOODBYE = 'goodbye';

/** The last update: on `mine`, this client has left, or must leave; on `load`, all clients must leave. */
export const FAREWELL = 'farewell';

/** The item that only the session `sessionId` gets. */
export function mineOf(sessionId: string): string {
  return `${MINE}:${sessionId}`;
}

/** The session that `item` belongs to. */
export function sessionOf(item: string): string {
  return item.slice(`${MINE}:`.length);
}
