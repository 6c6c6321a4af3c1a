/** What the two ends call things: publications, collections, methods. */

/** Publication: whoever is subscribed is one of the house's connections. Collection: what the house says to it, one document each. */
export const ROOM = 'room';
/** A document of the room: an event's name, and its data as JSON text, which no end of DDP looks into. */
export interface Said {
  event: string;
  data: string;
}

/** Collection, published with the room: one document, `{standIn}`, what the server's ready line says of it. */
export const SERVER = 'server';

/** Verbs that want no reply. Each is a method whose parameter is the body as JSON text. */
export const EVENTS = ['echo', 'publish', 'sink'] as const;
/** Verbs with a reply. Each is a method whose parameter is the data, and whose result is the reply, as JSON text. */
export const REQUESTS = ['request', 'join', 'leave'] as const;

/** Methods for an event, or a request, that has none of its own: its name, and its data as JSON text. */
export const OTHER_EVENT = 'otherEvent';
export const OTHER_REQUEST = 'otherRequest';

/** Method: the client leaves. Over SockJS's HTTP transports one that just went would be waited for. */
export const GOODBYE = 'goodbye';
