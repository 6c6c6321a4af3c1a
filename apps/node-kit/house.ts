/**
 * What a Node app wires its framework to: everything a connection sends goes in here, everything the server says comes
 * out of the app's `Outputs`. What the house does with events and requests is no app's concern.
 */
import type { Reply } from '../../protocol/socket.ts';
import { AuctionHouse } from './auction/auction-house.ts';
import type { DatabaseTarget } from './auction/database-url.ts';
import { Hub, type HubOutputs } from './hub.ts';

/** How the house reaches an app's connections. Sending to a connection that has ended does nothing. */
export interface Outputs<Connection> extends HubOutputs<Connection> {
  /** The network address a connection comes from, where the framework says: wrong log-ins are counted by it. */
  addressOf?(connection: Connection): string | undefined;
}

/** How often the deadlines are looked at, ms. */
const TICK_MS = 250;

export class House<Connection> {
  readonly #hub: Hub<Connection>;
  readonly #auction: AuctionHouse<Connection>;
  readonly #timer: NodeJS.Timeout;

  /** @param database the auction house's; not opened before somebody asks for something in it */
  constructor(outputs: Outputs<Connection>, database: DatabaseTarget) {
    this.#hub = new Hub(outputs);
    this.#auction = new AuctionHouse({
      database,
      broadcast: (event, data) => outputs.broadcast(event, data),
      addressOf: (connection) => outputs.addressOf?.(connection),
    });
    this.#timer = setInterval(() => this.#hub.tick(), TICK_MS);
    this.#timer.unref();
  }

  connect(connection: Connection): void {
    this.#hub.connect(connection);
  }

  disconnect(connection: Connection): void {
    this.#hub.disconnect(connection);
    this.#auction.disconnect(connection);
  }

  /** An event that wants no reply. */
  receive(connection: Connection, event: string, data: unknown): void {
    this.#hub.receive(connection, event, data);
  }

  /** What a connection sent was not JSON, or named no event. */
  unreadable(connection: Connection): void {
    this.#hub.refuse(connection, null, 'bad-json', 'not a JSON envelope with the name of an event');
  }

  /** An event that wants a reply. Never rejects. */
  request(connection: Connection, event: string, data: unknown): Promise<Reply> {
    return this.#auction.request(connection, event, data);
  }

  stop(): void {
    clearInterval(this.#timer);
    void this.#auction.close();
  }
}
