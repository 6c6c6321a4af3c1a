/** The app's side of the broker: the remote adapters, connected to it, and again when that ends. */
import { setTimeout as wait } from 'node:timers/promises';
import { encodeEvent, receiveText } from '../../../kits/node/envelope.ts';
import type { House, Outputs } from '../../../kits/node/house.ts';
import type { EventName, Events } from '../../../shared-ui/auction/contract.ts';
import { AUCTION, FAREWELL, LOAD, MESSAGE, WELCOME } from '../items.ts';
import { AuctionPublisher } from './auction-publisher.ts';
import { type AriAddress, BrokerLink } from './broker-link.ts';
import type { ItemHandlers } from './data.ts';
import type { SessionHandlers } from './metadata.ts';
import { type Visitor, Visitors } from './visitors.ts';

const AUCTION_EVENTS: ReadonlySet<string> = new Set<EventName>(['itemAdded', 'itemRemoved', 'bidPlaced']);
/** Asks the house for its list, on behalf of all clients. */
const LISTER: Visitor = { item: AUCTION, address: undefined };
/** Pauses between two attempts, ms. */
const FIRST_PAUSE_MS = 100;
const LAST_PAUSE_MS = 5_000;
/** The broker must take the last updates within this, ms. */
const FINISH_MS = 1_000;

export class RemoteAdapters implements Outputs<Visitor> {
  readonly #whereBroker: () => Promise<AriAddress>;
  readonly #stopping = new AbortController();
  readonly #auction = new AuctionPublisher(() => this.#house.request(LISTER, 'listItems', {}));
  readonly #visitors = new Visitors({
    entered: (visitor) => {
      this.#update(visitor.item, WELCOME);
      this.#house.connect(visitor);
    },
    left: (visitor) => {
      this.#update(visitor.item, FAREWELL);
      this.#house.disconnect(visitor);
    },
    // Its client was connected with the server that was here before.
    unknown: (item) => this.#update(item, FAREWELL),
    message: (visitor, text) => {
      if (text === null) this.#house.unreadable(visitor);
      else receiveText(this.#house, visitor, text, (to, reply) => this.#write(to, reply));
    },
  });
  #house!: House<Visitor>;
  #link = new BrokerLink();

  /** @param whereBroker resolves when a broker is there; asked before each attempt */
  constructor(whereBroker: () => Promise<AriAddress>) {
    this.#whereBroker = whereBroker;
  }

  send(visitor: Visitor, event: string, data: unknown): void {
    this.#write(visitor, encodeEvent(event, data));
  }

  broadcast(event: string, data: unknown): void {
    if (AUCTION_EVENTS.has(event)) this.#auction.change(event as EventName, data as Events[EventName]);
    else this.#update(LOAD, encodeEvent(event, data));
  }

  /** Bytes that the broker has not taken yet. It does not report what waits in it for clients. */
  waiting(): number {
    return this.#link.waiting;
  }

  addressOf(visitor: Visitor): string | undefined {
    return visitor.address;
  }

  /** Connects for `house`, and keeps connected until `stop`. Resolves when the adapters are connected the first time. */
  start(house: House<Visitor>): Promise<void> {
    this.#house = house;
    return new Promise((resolve) => void this.#run(resolve));
  }

  /** Tells all clients to go, and ends the connection with the broker when it has taken everything. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#update(LOAD, FAREWELL);
    await Promise.race([this.#link.finish(), wait(FINISH_MS, undefined, { ref: false })]);
    this.#link.end(new Error('the app is stopping'));
  }

  async #run(connected: () => void): Promise<void> {
    const { signal } = this.#stopping;
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      const broker = await this.#whereBroker();
      const link = new BrokerLink();
      this.#link = link;
      let reason: string;
      try {
        await link.open(broker, this.#handlers(link));
        connected();
        pause = FIRST_PAUSE_MS;
        reason = await link.ended;
      } catch (error) {
        reason = (error as Error).message;
      }
      link.end(new Error(reason));
      this.#forgetAll();
      if (signal.aborted) return;
      console.error(`the adapters are not connected with the broker: ${reason}; trying again`);
      await wait(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(2 * pause, LAST_PAUSE_MS);
    }
  }

  #handlers(link: BrokerLink): SessionHandlers & ItemHandlers {
    return {
      opened: (sessionId, address) => this.#visitors.opened(sessionId, address),
      closed: (sessionId) => this.#visitors.closed(sessionId),
      message: (sessionId, text) => this.#visitors.message(sessionId, text),
      subscribed: (item) => {
        if (item === AUCTION) this.#auction.begin(link.data!);
        else this.#visitors.subscribed(item);
      },
      unsubscribed: (item) => {
        if (item === AUCTION) this.#auction.end();
        else this.#visitors.unsubscribed(item);
      },
    };
  }

  #write(visitor: Visitor, text: string): void {
    if (this.#visitors.isInside(visitor)) this.#update(visitor.item, text);
  }

  #update(item: string, text: string): void {
    this.#link.data?.update(item, false, { [MESSAGE]: text });
  }

  #forgetAll(): void {
    this.#auction.end();
    this.#visitors.clear();
  }
}
