/**
 * Subscriptions of items at a data adapter. The next request for an item is sent when the one before has been answered. Events carry the
 * id of the request that subscribed their item, which tells the events of two subscriptions of one item apart.
 */

import { AdapterRefusal } from '../adapters.ts';
import { encodeString, type LineTokens, stringValue } from './codec.ts';
import type { Requests } from './requests.ts';

class Item {
  readonly name: string;
  /** As it is on the wire. */
  readonly encoded: string;
  /** The subscription whose events are wanted: from its request on, as events may overtake the answer. */
  wantedId: string | null = null;
  /** The subscription that the adapter has accepted and has not been asked to end. */
  acceptedId: string | null = null;
  /** How often it has been unsubscribed. A subscription from before that is not sent any more. */
  era = 0;
  /** Requests that wait for their turn or their answer, and the end of the last one. */
  steps = 0;
  lastStep: Promise<unknown> = Promise.resolve();

  constructor(name: string) {
    this.name = name;
    this.encoded = encodeString(name);
  }
}

export class ItemSubscriptions {
  readonly #requests: Requests;
  readonly #mostSteps: number;
  readonly #items = new Map<string, Item>();
  readonly #itemOfId = new Map<string, Item>();
  #steps = 0;

  /** @param mostSteps requests that may wait before {@link subscribe} refuses */
  constructor(requests: Requests, mostSteps: number) {
    this.#requests = requests;
    this.#mostSteps = mostSteps;
  }

  /** The item of a subscription whose events are wanted; null: it has ended, or never was. */
  itemOf(id: string): { readonly name: string; readonly encoded: string } | null {
    const item = this.#itemOfId.get(id);
    return item !== undefined && item.wantedId === id ? item : null;
  }

  /** Resolves at once when the item is subscribed. Rejects with AdapterRefusal or AdapterGone. */
  async subscribe(name: string): Promise<void> {
    if (this.#steps >= this.#mostSteps) throw new AdapterRefusal('generic', 'too many requests are waiting');
    const item = this.#items.get(name) ?? new Item(name);
    this.#items.set(name, item);
    const { era } = item;
    return this.#inTurn(item, async () => {
      if (era !== item.era || item.acceptedId !== null) return;
      const { id, answer } = this.#requests.ask('SUB', [stringValue(name)], readNothing);
      item.wantedId = id;
      this.#itemOfId.set(id, item);
      try {
        await answer;
        item.acceptedId = id;
      } catch (error) {
        if (item.wantedId === id) item.wantedId = null;
        this.#itemOfId.delete(id);
        throw error;
      }
    });
  }

  /** The item's events stop at once. Resolves at once when it is not subscribed. */
  async unsubscribe(name: string): Promise<void> {
    const item = this.#items.get(name);
    if (item === undefined) return;
    item.wantedId = null;
    item.era += 1;
    return this.#inTurn(item, async () => {
      const id = item.acceptedId;
      if (id === null) return;
      const { answer } = this.#requests.ask('USB', [stringValue(name)], readNothing, true);
      item.acceptedId = null;
      await answer.finally(() => this.#itemOfId.delete(id));
    });
  }

  /** Does `step` after those before it; the first one at once. */
  async #inTurn(item: Item, step: () => Promise<void>): Promise<void> {
    item.steps += 1;
    this.#steps += 1;
    const inTurn = async () => {
      this.#requests.check();
      await step();
    };
    const end = item.steps === 1 ? inTurn() : item.lastStep.then(inTurn, inTurn);
    item.lastStep = end;
    try {
      await end;
    } finally {
      item.steps -= 1;
      this.#steps -= 1;
      if (item.steps === 0 && item.acceptedId === null) this.#items.delete(item.name);
    }
  }
}

function readNothing(tokens: LineTokens): void {
  tokens.nothing();
}
