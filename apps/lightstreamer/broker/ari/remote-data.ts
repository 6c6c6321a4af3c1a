/** A data adapter at the other end of two streams: requests and answers on one, events on the other. */
import { AdapterGone, type DataAdapter, type DataListener } from '../adapters.ts';
import { encodeString, type LineTokens } from './codec.ts';
import { type Requests, readNothing } from './requests.ts';

/** An item that is subscribed, or about to be. */
interface Item {
  readonly name: string;
  /** The name as it is on the wire. */
  readonly encoded: string;
  isWanted: boolean;
  /** The item has been unsubscribed since the last request to subscribe it. */
  isStale: boolean;
  /** The request whose events are wanted: from the moment it is sent, as events may overtake the answer. */
  eventsId: string | null;
  /** The request that the adapter has accepted. */
  acceptedId: string | null;
  isAsking: boolean;
}

export class RemoteData implements DataAdapter {
  readonly #requests: Requests;
  readonly #listener: DataListener;
  readonly #log: (sentence: string) => void;
  readonly #items = new Map<string, Item>();
  /** Events carry the id of the request that subscribed their item, which tells two subscriptions of one item apart. */
  readonly #itemOfId = new Map<string, Item>();

  constructor(requests: Requests, listener: DataListener, log: (sentence: string) => void) {
    this.#requests = requests;
    this.#listener = listener;
    this.#log = log;
  }

  subscribe(name: string): void {
    const item = this.#items.get(name) ?? newItem(name);
    this.#items.set(name, item);
    item.isWanted = true;
    void this.#adjust(item);
  }

  /** The item's events stop at once. */
  unsubscribe(name: string): void {
    const item = this.#items.get(name);
    if (item === undefined) return;
    item.isWanted = false;
    item.isStale = true;
    item.eventsId = null;
    void this.#adjust(item);
  }

  /** Handles a line of the notification stream. @throws Error to end the connection */
  notified(tokens: LineTokens): void {
    switch (tokens.method) {
      case 'UD3': {
        const item = this.#readItem(tokens);
        if (item === null) return;
        const isSnapshot = tokens.boolean();
        const read = () => [tokens.text(), tokens.string()] as const;
        this.#listener.update(item, isSnapshot, new Map(tokens.list(read)));
        break;
      }
      case 'EOS':
      case 'CLS': {
        const item = this.#readItem(tokens);
        if (item === null) return;
        tokens.end();
        if (tokens.method === 'EOS') this.#listener.endOfSnapshot(item);
        else this.#listener.clearSnapshot(item);
        break;
      }
      case 'FAL': {
        const failure = tokens.refusal();
        if (failure === null) throw tokens.wrong('an exception is expected');
        throw new Error(`the data adapter failed: ${failure.message}`);
      }
      default:
        throw tokens.wrong('its method is no notification');
    }
  }

  /** Makes requests, one after another, until the item is as it is wanted. */
  async #adjust(item: Item): Promise<void> {
    if (item.isAsking) return;
    item.isAsking = true;
    for (let step = this.#nextStep(item); step !== null; step = this.#nextStep(item)) {
      try {
        await step();
      } catch (error) {
        // Without adapters there are no items, and the log says already that they have gone.
        if (error instanceof AdapterGone) break;
        this.#log(`the data adapter does not serve item ${item.name}: ${(error as Error).message}`);
      }
    }
    item.isAsking = false;
    if (item.acceptedId === null) this.#items.delete(item.name);
  }

  #nextStep(item: Item): (() => Promise<void>) | null {
    if (item.acceptedId !== null) return item.isStale ? () => this.#askToEnd(item, item.acceptedId!) : null;
    return item.isWanted ? () => this.#askToBegin(item) : null;
  }

  async #askToBegin(item: Item): Promise<void> {
    item.isStale = false;
    let id: string | null = null;
    try {
      const request = this.#requests.ask('SUB', [item.name], readNothing);
      id = request.id;
      item.eventsId = id;
      this.#itemOfId.set(id, item);
      await request.answer;
      item.acceptedId = id;
    } catch (error) {
      if (id !== null) this.#itemOfId.delete(id);
      // Somebody may have unsubscribed and subscribed it anew: then it is asked for again.
      if (!item.isStale) item.isWanted = false;
      throw error;
    }
  }

  async #askToEnd(item: Item, id: string): Promise<void> {
    item.acceptedId = null;
    try {
      await this.#requests.ask('USB', [item.name], readNothing, true).answer;
    } finally {
      this.#itemOfId.delete(id);
    }
  }

  /** Reads an item; null: the subscription has ended, and the rest of the line is ignored. */
  #readItem(tokens: LineTokens): string | null {
    const encoded = tokens.value('S', /./);
    const id = tokens.value('S', /./);
    const item = this.#itemOfId.get(id);
    if (item === undefined || item.eventsId !== id) return null;
    // Nearly always it is encoded as in the request, and need not be decoded.
    if (encoded !== item.encoded && tokens.decode(encoded) !== item.name) {
      throw tokens.wrong("the item is not the one of the subscription's id");
    }
    return item.name;
  }
}

function newItem(name: string): Item {
  const request = { eventsId: null, acceptedId: null, isAsking: false };
  return { name, encoded: encodeString(name), isWanted: false, isStale: false, ...request };
}
