/** Outcry's events and requests as a Feathers client's calls of services. */
import type { Application, Params } from '@feathersjs/feathers';
import type { Services } from './services.ts';

/** A client's application: a service that is not among those it knows is made when it is asked for. */
export type Client = Application<Services>;

/** Options that the REST client hands to fetch. */
export interface CallOptions extends Params {
  connection?: RequestInit;
}

// biome-ignore lint/suspicious/noExplicitAny: what is sent is checked by the server
type Call = (client: Client, data: any, options?: CallOptions) => Promise<object | null>;

/** The answer to `echo` is the event `echo`; other events are answered with nothing. */
const EVENTS = new Map<string, Call>([
  ['echo', (client, body) => client.service('room').echo(body)],
  ['publish', (client, body) => client.service('room').broadcast(body)],
  ['sink', (client, body) => client.service('room').sink(body)],
]);

const REQUESTS = new Map<string, Call>([
  ['request', (client, asked, options) => client.service('room').ask(asked, options)],
  ['join', (client, named) => client.service('room').join(named)],
  ['leave', (client, data) => client.service('room').leave(data)],
  ['register', (client, data) => client.service('users').create(data)],
  ['logIn', (client, data) => client.service('logins').create(data)],
  ['logOut', (client) => client.service('logins').remove(null)],
  ['listItems', (client) => client.service('items').find()],
  ['addItem', (client, data) => client.service('items').create(data)],
  // An id that is not there must get as far as the server, which says what is wrong.
  ['removeItem', (client, data) => client.service('items').remove(data?.itemId ?? null)],
  ['placeBid', (client, data) => client.service('bids').create(data)],
]);

/** Calls of Outcry's events and requests. Feathers answers every call; the two are told apart here. */
export const callOfEvent = (event: string): Call => EVENTS.get(event) ?? unknownCall(`events/${event}`);
export const callOfRequest = (request: string): Call => REQUESTS.get(request) ?? unknownCall(`requests/${request}`);

/** A call of a service that no server has: so the server learns of it, and refuses it. */
const unknownCall =
  (path: string): Call =>
  (client, data, options) =>
    (client as Application).service(path).create(data, options);
