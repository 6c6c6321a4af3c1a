/**
 * The house, offered over DDP: a publication for what it says, methods for what it is told. The same code runs on Meteor and on the
 * open DDP server; what it needs of either is `DdpHost`.
 */
import type { Reply } from '../../protocol/socket.ts';
import { parseJson } from '../node-kit/fault.ts';
import type { House, Outputs } from '../node-kit/house.ts';
import { EVENTS, GOODBYE, OTHER_EVENT, OTHER_REQUEST, REQUESTS, ROOM, SERVER } from './names.ts';

/** A client, to Meteor's methods and publications. */
export interface DdpConnection {
  readonly id: string;
  readonly clientAddress?: string | undefined;
  close(): void;
}

/** What a publication has as `this`. */
export interface DdpSubscription {
  readonly connection: DdpConnection;
  added(collection: string, id: string, fields: object): void;
  changed(collection: string, id: string, fields: object): void;
  removed(collection: string, id: string): void;
  ready(): void;
  onStop(handler: () => void): void;
}

// biome-ignore lint/suspicious/noExplicitAny: parameters are what a client sends; the house looks at them
type Handler<This> = (this: This, ...params: any[]) => unknown;
export type DdpMethods = Record<string, Handler<{ connection: DdpConnection }>>;

/** What Meteor, and what stands in for it, give an application. */
export interface DdpHost {
  methods(methods: DdpMethods): void;
  publish(name: string, publication: Handler<DdpSubscription>): void;
  /** Documents of this collection are sent and not kept: Meteor's publication strategy NO_MERGE_NO_HISTORY. */
  sendOnly(collection: string): void;
  /** What it is when it is not Meteor, for people. */
  readonly standIn: string | null;
  /** Meteor.Error. */
  readonly Error: new (
    error: string,
    reason?: string,
    details?: unknown,
  ) => Error;
  /** What waits to go out to a client, about, where the host says. */
  waiting?(connection: DdpConnection): number;
}

/** One of the house's connections: a client that is subscribed to the room. */
export interface Visitor {
  readonly connection: DdpConnection;
  say(event: string, text: string): void;
}

export class HouseOverDdp implements Outputs<Visitor> {
  readonly #host: DdpHost;
  readonly #house: House<Visitor>;
  readonly #visitors = new Map<string, Visitor>();
  /** Documents of the room are numbered. */
  #said = 0;

  constructor(host: DdpHost, house: House<Visitor>) {
    this.#host = host;
    this.#house = house;
    host.sendOnly(ROOM);
    const offered = this;
    host.publish(ROOM, function () {
      offered.#enter(this);
    });
    host.methods({
      ...Object.fromEntries(EVENTS.map((event) => [event, this.#event(event)])),
      ...Object.fromEntries(REQUESTS.map((request) => [request, this.#request(request)])),
      [OTHER_EVENT](event: unknown, text: unknown) {
        if (typeof event === 'string') offered.#receive(this.connection, event, text);
        else house.unreadable(offered.visitor(this.connection));
      },
      [OTHER_REQUEST](request: unknown, text: unknown) {
        return offered.#answer(this.connection, typeof request === 'string' ? request : '', text);
      },
      [GOODBYE]() {
        this.connection.close();
      },
    });
  }

  send({ say }: Visitor, event: string, data: unknown): void {
    say(event, JSON.stringify(data));
  }

  /** The data is encoded once; the message around it is made for each client, by Meteor as by the open server. */
  broadcast(event: string, data: unknown): void {
    const text = JSON.stringify(data);
    for (const { say } of this.#visitors.values()) say(event, text);
  }

  waiting({ connection }: Visitor): number {
    return this.#host.waiting?.(connection) ?? 0;
  }

  addressOf({ connection }: Visitor): string | undefined {
    return connection.clientAddress;
  }

  /** Who calls a method. @throws Meteor.Error when it has not subscribed to the room */
  visitor({ id }: DdpConnection): Visitor {
    const visitor = this.#visitors.get(id);
    if (visitor !== undefined) return visitor;
    throw new this.#host.Error('not-in-the-room', `subscribe to "${ROOM}" first`);
  }

  #enter(subscription: DdpSubscription): void {
    const { connection } = subscription;
    if (this.#visitors.has(connection.id)) {
      throw new this.#host.Error('in-the-room', `one subscription to "${ROOM}" is enough`);
    }
    const visitor: Visitor = {
      connection,
      say: (event, data) => subscription.added(ROOM, `${++this.#said}`, { event, data }),
    };
    this.#visitors.set(connection.id, visitor);
    subscription.onStop(() => {
      this.#visitors.delete(connection.id);
      this.#house.disconnect(visitor);
    });
    subscription.added(SERVER, 'this', { standIn: this.#host.standIn });
    subscription.ready();
    this.#house.connect(visitor);
  }

  #event(event: string): Handler<{ connection: DdpConnection }> {
    const offered = this;
    return function (text: unknown) {
      offered.#receive(this.connection, event, text);
    };
  }

  #request(request: string): Handler<{ connection: DdpConnection }> {
    const offered = this;
    return function (text: unknown) {
      return offered.#answer(this.connection, request, text);
    };
  }

  #receive(connection: DdpConnection, event: string, text: unknown): void {
    const visitor = this.visitor(connection);
    const read = readText(text);
    if (read === null) this.#house.unreadable(visitor);
    else this.#house.receive(visitor, event, read.data);
  }

  async #answer(connection: DdpConnection, request: string, text: unknown): Promise<string> {
    const visitor = this.visitor(connection);
    const read = readText(text);
    const unread: Reply = { ok: false, code: 'bad-json', reason: 'the data of a request is sent as JSON text' };
    return JSON.stringify(read === null ? unread : await this.#house.request(visitor, request, read.data));
  }
}

/** The data in a verb's parameter; null when it is no JSON text. Without a parameter there is no data. */
function readText(text: unknown): { data: unknown } | null {
  if (text === undefined || text === null) return { data: undefined };
  if (typeof text !== 'string') return null;
  try {
    return { data: parseJson(text) };
  } catch {
    return null;
  }
}
