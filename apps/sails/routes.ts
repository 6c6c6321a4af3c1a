/**
 * The routes, as client and server see them: what each event and request of Outcry's is to a Sails app. All are for POST. Sails gets the body
 * of a POST by a stream, and so a later GET or DELETE of the same client would overtake it.
 */
import type { RequestName } from '../../shared-ui/auction/contract.ts';

/** Events, whose data is the field `body`. */
export const EVENT_ROUTES = {
  echo: '/room/echo',
  publish: '/room/publish',
  sink: '/room/sink',
};

const ROOM_REQUESTS = {
  request: '/room/request',
  join: '/room/join',
  leave: '/room/leave',
};

const AUCTION_REQUESTS: Record<RequestName, string> = {
  register: '/account/register',
  logIn: '/account/log-in',
  logOut: '/account/log-out',
  listItems: '/items/list',
  addItem: '/items/add',
  removeItem: '/items/remove',
  placeBid: '/items/bid',
};

export const REQUEST_ROUTES = { ...ROOM_REQUESTS, ...AUCTION_REQUESTS };

/** The route of what there is not: the server learns of it, and refuses it. */
const UNKNOWN = '/unknown';

/** The route of `name` in `routes`, or that of what there is not. */
export const routeOf = (routes: Record<string, string>, name: string): string =>
  Object.hasOwn(routes, name) ? routes[name]! : UNKNOWN;

/** The data of a request as the client sends it: Sails carries dictionaries and lists, so that all else is in a list. */
export function wrap(data: unknown): object {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data;
  return data === undefined ? [] : [data];
}

/** The data that {@link wrap} was given. */
export const unwrap = (body: unknown): unknown => (Array.isArray(body) ? body[0] : body);
