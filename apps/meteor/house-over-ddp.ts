/**
 * The house, offered over DDP: a publication for what it says, methods for what it is told. The same code runs on Meteor and on the
 * open DDP server; what it needs of either is `DdpHost`.
 */

import type { House, Outputs } from '../../kits/node/house.ts';
import type { Reply } from '../../protocol/socket.ts';
import type { EventName, Events } from '../../shared-ui/auction/contract.ts';
import { AuctionOverDdp } from './auction-over-ddp.ts';
import { carriedBy, readParameters } from './data.ts';
import type { DdpConnection, DdpHost, DdpSubscription, MethodHandler } from './ddp-host.ts';
import { EVENTS, GOODBYE, OTHER_EVENT, OTHER_REQUEST, REQUESTS, ROOM, SERVER } from './names.ts';
import type { Visitor } from './visitor.ts';

const AUCTION_EVENTS: ReadonlySet<string> = new Set<EventName>(['itemAdded', 'itemRemoved', 'bidPlaced']);

export class HouseOverDdp implements Outputs<Visitor> {
  readonly #host: DdpHost;
  readonly #house: House<Visitor>;
  readonly #visitors = new Map<string, Visitor>();
  readonly #auction: AuctionOverDdp;
  /** Documents of the room are numbered. */
  #said = 0;

  constructor(host: DdpHost, house: House<Visitor>) {
    this.#host = host;
    this.#house = house;
    this.#auction = new AuctionOverDdp(host, house, (connection) => this.#visitor(connection));
    host.sendOnly(ROOM);
    const offered = this;
    host.publish(ROOM, function () {
      offered.#enter(this);
    });
    host.methods({
      ...Object.fromEntries(EVENTS.map((event) => [event, this.#event(event)])),
      ...Object.fromEntries(REQUESTS.map((request) => [request, this.#request(request)])),
      [OTHER_EVENT](event: unknown, ...parameters: unknown[]) {
        if (typeof event === 'string') offered.#receive(this.connection, event, parameters);
        else house.unreadable(offered.#visitor(this.connection));
      },
      [OTHER_REQUEST](request: unknown, ...parameters: unknown[]) {
        return offered.#answer(this.connection, typeof request === 'string' ? request : '', parameters);
      },
      [GOODBYE]() {
        this.connection.close();
      },
    });
  }

  send({ say }: Visitor, event: string, data: unknown): void {
    say({ event, ...carriedBy(data) });
  }

  /** The message is made for each client, by Meteor as by the open server. */
  broadcast(event: string, data: unknown): void {
    if (AUCTION_EVENTS.has(event)) {
      this.#auction.change(event as EventName, data as Events[EventName]);
      return;
    }
    const said = { event, ...carriedBy(data) };
    for (const { say } of this.#visitors.values()) say(said);
  }

  waiting({ connection }: Visitor): number {
    return this.#host.waiting?.(connection) ?? 0;
  }

  addressOf({ connection }: Visitor): string | undefined {
    return connection.clientAddress;
  }

  /** The caller of a method. @throws Meteor.Error when it has not subscribed to the room */
  #visitor({ id }: DdpConnection): Visitor {
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
      say: (said) => subscription.added(ROOM, `${++this.#said}`, said),
    };
    this.#visitors.set(connection.id, visitor);
    subscription.onStop(() => {
      this.#visitors.delete(connection.id);
      this.#house.disconnect(visitor);
    });
    subscription.added(SERVER, 'this', { substitute: this.#host.substitute });
    subscription.ready();
    this.#house.connect(visitor);
  }

  #event(event: string): MethodHandler {
    const offered = this;
    return function (...parameters: unknown[]) {
      offered.#receive(this.connection, event, parameters);
    };
  }

  #request(request: string): MethodHandler {
    const offered = this;
    return function (...parameters: unknown[]) {
      return offered.#answer(this.connection, request, parameters);
    };
  }

  #receive(connection: DdpConnection, event: string, parameters: unknown[]): void {
    const visitor = this.#visitor(connection);
    const read = readParameters(parameters);
    if (read === null) this.#house.unreadable(visitor);
    else this.#house.receive(visitor, event, read.data);
  }

  async #answer(connection: DdpConnection, request: string, parameters: unknown[]): Promise<unknown> {
    const visitor = this.#visitor(connection);
    const read = readParameters(parameters);
    const unread: Reply = { ok: false, code: 'bad-json', reason: 'the data of a request must be JSON' };
    return carriedBy(read === null ? unread : await this.#house.request(visitor, request, read.data));
  }
}
