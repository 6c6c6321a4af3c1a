/** What can be subscribed to, and the names that both ends know it by. */

/** The Adapter Set that clients ask for. */
export const ADAPTER_SET = 'OUTCRY';

/** What a client sends is one sequence, so that it stays in order. */
export const SEQUENCE = 'outcry';

/** Group and item: every event to all but the auction's, in mode RAW. */
export const LOAD = 'load';
/** Group: this one client's own events and replies, in mode RAW. The item is `mineOf` its session. */
export const MINE = 'mine';
/** Group and item: the auction's list, in mode COMMAND; `auction-row.ts` says what is in it. */
export const AUCTION = 'auction';

/** The one field of `load` and of `mine`: the text of an envelope, as in `node-kit/envelope.ts`. */
export const MESSAGE = 'message';

/** The first update of `mine`: from here on this client is one of the house's connections. No envelope is like it. */
export const WELCOME = 'welcome';

/** The last message of a client: from here on it is none of the house's connections. No envelope is like it. */
export const GOODBYE = 'goodbye';

/** The item that only the session `sessionId` gets. */
export function mineOf(sessionId: string): string {
  return `${MINE}:${sessionId}`;
}

/** The session that `item` belongs to. */
export function sessionOf(item: string): string {
  return item.slice(`${MINE}:`.length);
}
