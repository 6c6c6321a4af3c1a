/** Names that the two ends share: publications, collections, methods. */

/** Publication: each subscriber is one of the house's connections. Collection: the house's messages to it, one document each. */
export const ROOM = 'room';
/** A document of the room: an event's name, and its data as `data.ts` carries it. */
export interface Said {
  event: string;
  data?: unknown;
  json?: string;
}

/** Collection, published with the room: one document, `{substitute}`, what the server's ready line says of it. */
export const SERVER = 'server';

/** Verbs that want no reply. Each is a method whose parameter is the body, as `data.ts` carries it. */
export const EVENTS = ['echo', 'publish', 'sink'] as const;
/** Verbs with a reply. Each is a method whose parameter is the data, and whose result has the reply, as `data.ts` carries them. */
export const REQUESTS = ['request', 'join', 'leave'] as const;

/** Methods for an event, or a request, that has none of its own: its name, then the parameters of its data. */
export const OTHER_EVENT = 'otherEvent';
export const OTHER_REQUEST = 'otherRequest';

/** Method: the client leaves. Over SockJS's HTTP transports one that just went would be waited for. */
export const GOODBYE = 'goodbye';

/** Publication and collection: the auction's items. A document is an item; `auction-documents.ts` says what is in it. */
export const ITEMS = 'items';
/** Collection, published with the items: one document, `LIST`, about the list as a whole. */
export const HOUSE = 'house';
export const LIST = 'list';
/** Methods by which users come and go, called as Meteor's accounts call theirs. The house's other requests are methods of their names. */
export const ACCOUNTS = { register: 'createUser', logIn: 'login', logOut: 'logout' } as const;
export const ITEM_REQUESTS = ['addItem', 'removeItem', 'placeBid'] as const;
export const LIST_ITEMS = 'listItems';
