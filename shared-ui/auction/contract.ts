/**
 * The auction house on the wire: requests with a reply (`Socket.request`) and events to all.
 * Money is whole cents, never a fraction. Times are ISO 8601, UTC. Users' input is text, never markup.
 */

/** An item as everybody sees it. */
export interface Item {
  id: number;
  name: string;
  description: string;
  /** Cents. */
  minimumPrice: number;
  /** Name of the user who added it. */
  addedBy: string;
  addedAt: string;
  /** Cents, and who bid it; null while there is no bid. */
  leadingBid: number | null;
  leadingBidder: string | null;
  /** The number of accepted bids. */
  bids: number;
}

/** The login that the server keeps a client logged in by: random, expires, never logged. */
export interface Login {
  user: string;
  token: string;
  expiresAt: string;
}

/**
 * Requests and the fields of their replies when `ok`. `logIn` takes a name and a password, or the token of an earlier login (after a
 * reconnection). `logOut` ends the token: it logs out every connection that logged in with it, in every process of the house. Each of them
 * gets `not-logged-in` from then on, whatever else is wrong with its request. Other logins of the user stay.
 */
export interface Requests {
  register: { data: { name: string; password: string }; reply: Login };
  logIn: { data: { name: string; password: string } | { token: string }; reply: Login };
  logOut: { data: Record<string, never>; reply: object };
  listItems: { data: Record<string, never>; reply: { items: Item[]; revision: number } };
  addItem: {
    data: { name: string; description: string; minimumPrice: number };
    reply: { item: Item; revision: number };
  };
  removeItem: { data: { itemId: number }; reply: { revision: number } };
  placeBid: { data: { itemId: number; amount: number }; reply: { item: Item; revision: number } };
}

export type RequestName = keyof Requests;

/**
 * A request that no house knows: the page sends it to see whether its connection still lives. Any reply will do, and
 * `unknown-event` is the one that every request without a meaning gets.
 */
export const PING = 'ping';

/**
 * Events to every connection. `revision` grows by one with each change of the house, across restarts: a client that
 * holds revision r applies r + 1, drops what it has already, and asks for the whole list when one is missing.
 */
export interface Events {
  itemAdded: { revision: number; item: Item };
  itemRemoved: { revision: number; itemId: number; name: string; removedBy: string };
  bidPlaced: { revision: number; itemId: number; name: string; amount: number; bidder: string; bids: number };
}

export type EventName = keyof Events;

/** Limits that server and page share. Lengths are in Unicode code points. */
export const LIMITS = {
  userName: 40,
  passwordLeast: 8,
  password: 200,
  itemName: 100,
  description: 2_000,
  /** Cents: ten million in the currency's whole units. The least is 1, for prices and for bids. */
  price: 1_000_000_000,
} as const;

/** Reasons why a request was refused. The reply's `reason` is a sentence for people; `field` names the input it belongs to. */
export type AuctionRefusal =
  | 'unknown-event' // no such request
  | 'missing-field' // a required field is absent
  | 'wrong-type' // a field has the wrong JSON type
  | 'invalid' // a field has the right type and a value that cannot be
  | 'too-long' // over LIMITS
  | 'name-taken' // register: another user has this name
  | 'wrong-login' // logIn: no such name and password; which of them is not said
  | 'login-expired' // logIn: the token is not valid any more
  | 'too-many' // too many failures or requests: wait
  | 'not-logged-in' // never logged in, or the login has expired or was ended by logging out
  | 'no-such-item' // never there, or removed meanwhile
  | 'not-yours' // removeItem: somebody else added it
  | 'bid-too-low' // not above the leading bid, or below the minimum price
  | 'failed'; // our fault; nothing was changed
