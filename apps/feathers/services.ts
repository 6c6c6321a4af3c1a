/** The services, as client and server see them: what a method takes is not yet checked, and a refusal is an error of Feathers'. */
import type { Id, NullableId, Params } from '@feathersjs/feathers';
import type { Relayed } from '../../protocol/verbs.ts';
import type { Requests } from '../../shared-ui/auction/contract.ts';

/** The reply to the house's request `Name`. */
type ReplyTo<Name extends keyof Requests> = Promise<Requests[Name]['reply']>;

/** A source of events that clients hear. */
interface Heard {
  on(event: string, handler: (data: unknown) => void): unknown;
}

export interface Services {
  /** The load test. Its methods are custom ones: nothing here is created, changed or removed. */
  room: Heard & {
    echo(body: unknown, params?: Params): Promise<Relayed>;
    /** The verb `publish`; a method of that name is every service's own. */
    broadcast(body: unknown, params?: Params): Promise<null>;
    sink(body: unknown, params?: Params): Promise<null>;
    /** The verb `request`, which is the name of something else in Feathers' REST client. */
    ask(asked: unknown, params?: Params): Promise<Relayed>;
    join(named: unknown, params?: Params): Promise<{ names: string[] }>;
    leave(data: unknown, params?: Params): Promise<object>;
  };
  users: { create(data: unknown, params?: Params): ReplyTo<'register'> };
  /** The login of the connection that asks: one at most, so that a log-in has no id. */
  logins: {
    create(data: unknown, params?: Params): ReplyTo<'logIn'>;
    remove(id: NullableId, params?: Params): ReplyTo<'logOut'>;
  };
  items: Heard & {
    find(params?: Params): ReplyTo<'listItems'>;
    create(data: unknown, params?: Params): ReplyTo<'addItem'>;
    remove(id: Id, params?: Params): ReplyTo<'removeItem'>;
  };
  bids: Heard & { create(data: unknown, params?: Params): ReplyTo<'placeBid'> };
}

/** The methods of `room`: both sides have to name those that are not Feathers' own. */
export const ROOM_METHODS = ['echo', 'broadcast', 'sink', 'ask', 'join', 'leave'] as const;

/** Its real-time events. */
export const ROOM_EVENTS = ['publish', 'joined', 'left', 'greet', 'feed'] as const;

/** Events that the house sends to connections: the service and the real-time event that carry each. */
export const TOLD = {
  publish: ['room', 'publish'],
  joined: ['room', 'joined'],
  left: ['room', 'left'],
  greet: ['room', 'greet'],
  feed: ['room', 'feed'],
  itemAdded: ['items', 'created'],
  itemRemoved: ['items', 'removed'],
  bidPlaced: ['bids', 'created'],
} as const satisfies Record<string, readonly [service: keyof Services, event: string]>;

/** The path prefix of the services over REST: the paths around it are the pages'. */
export const REST_PREFIX = '/feathers';
