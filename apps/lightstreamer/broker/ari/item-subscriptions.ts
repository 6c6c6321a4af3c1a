/**
 * Subscriptions of items at a data adapter. An adapter hears of one item in order only: the next request for it is sent when
 * the one before has been answered. Events carry the id of the request that subscribed their item, so that those of a
 * subscription that has ended can be told from those of the next one.
 */

import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import { encodeString, type LineTokens, stringValue } from './codec.ts';
import type { AriLimits } from './limits.ts';
import type { Requests } from './requests.ts';

/** Who waits for a request. */
interface Asker {
  resolve(): void;
  reject(error: unknown): void;
}

const NOBODY: Asker = { resolve() {}, reject() {} };

/** What is asked for one item and has not been sent yet. */
interface Step extends Asker {
  readonly kind: 'subscribe' | 'unsubscribe';
  /** A subscription that was given up before it was sent is not sent. */
  wanted: boolean;
  timer: NodeJS.Timeout | null;
}

class Item {
  readonly name: string;
  /** As it is on the wire. */
  readonly encoded: string;
  /** The subscription whose events are wanted: from the moment it is asked for, as events may overtake the answer. */
  wantedId: string | null = null;
  /** The subscription the adapter has accepted and has not been asked to end. */
  acceptedId: string | null = null;
  readonly steps: Step[] = [];
  isBusy = false;

  constructor(name: string) {
    this.name = name;
    this.encoded = encodeString(name);
  }
}

export class ItemSubscriptions {
  readonly #requests: Requests;
  readonly #limits: AriLimits;
  readonly #items = new Map<string, Item>();
  readonly #itemOfId = new Map<string, Item>();
  #queued = 0;
  #end: AdapterGone | null = null;

  constructor(requests: Requests, limits: AriLimits) {
    this.#requests = requests;
    this.#limits = limits;
  }

  /** The item of a subscription whose events are wanted; null: it has ended, or never was. */
  itemOf(id: string): { readonly name: string; readonly encoded: string } | null {
    const item = this.#itemOfId.get(id);
    return item !== undefined && item.wantedId === id ? item : null;
  }

  /** Resolves at once when the item is subscribed. Rejects with AdapterRefusal or AdapterGone. */
  subscribe(name: string): Promise<void> {
    if (this.#queued >= this.#limits.waitingRequests) {
      return Promise.reject(new AdapterRefusal('generic', 'too many requests are waiting'));
    }
    let item = this.#items.get(name);
    if (item === undefined) {
      item = new Item(name);
      this.#items.set(name, item);
    }
    return this.#enqueue(item, 'subscribe');
  }

  /** The item's events stop at once. Resolves at once when it is not subscribed. */
  unsubscribe(name: string): Promise<void> {
    const item = this.#items.get(name);
    if (item === undefined) return Promise.resolve();
    item.wantedId = null;
    for (const step of item.steps) step.wanted = step.kind === 'unsubscribe';
    return this.#enqueue(item, 'unsubscribe');
  }

  /** The connection ended. Requests that were sent are rejected by {@link Requests}, those that were not by this. */
  end(reason: string): void {
    this.#end = new AdapterGone(reason);
    for (const item of this.#items.values()) {
      for (let step = this.#next(item); step !== null; step = this.#next(item)) step.reject(this.#end);
    }
  }

  #enqueue(item: Item, kind: Step['kind']): Promise<void> {
    if (this.#end !== null) return Promise.reject(this.#end);
    return new Promise((resolve, reject) => {
      const step: Step = { kind, wanted: true, timer: null, resolve, reject };
      item.steps.push(step);
      this.#queued += 1;
      if (item.isBusy) this.#limit(item, step);
      else void this.#work(item);
    });
  }

  /** A step that has to wait for others may not wait for ever. */
  #limit(item: Item, step: Step): void {
    step.timer = setTimeout(() => {
      // What the adapter may hold for nobody is given back all the same, when its turn comes.
      step.wanted = step.kind === 'unsubscribe';
      const seconds = this.#limits.answerMillis / 1000;
      step.reject(new AdapterGone(`the data adapter did not come to ${step.kind} "${item.name}" within ${seconds} s`));
    }, this.#limits.answerMillis);
    step.timer.unref();
  }

  #next(item: Item): Step | null {
    const step = item.steps.shift();
    if (step === undefined) return null;
    this.#queued -= 1;
    if (step.timer !== null) clearTimeout(step.timer);
    return step;
  }

  async #work(item: Item): Promise<void> {
    item.isBusy = true;
    for (let step = this.#next(item); step !== null; step = this.#next(item)) {
      try {
        if (step.kind === 'subscribe') await this.#take(item, step);
        else await this.#giveBack(item, step);
      } catch (error) {
        step.reject(error);
      }
    }
    item.isBusy = false;
    if (item.acceptedId === null) this.#items.delete(item.name);
  }

  async #take(item: Item, step: Step): Promise<void> {
    if (!step.wanted || item.acceptedId !== null) {
      step.resolve();
      return;
    }
    const { id, answer, outcome } = this.#requests.ask('SUB', [stringValue(item.name)], readNothing);
    item.wantedId = id;
    this.#itemOfId.set(id, item);
    answer.then(step.resolve, (error) => {
      if (item.wantedId === id) item.wantedId = null;
      step.reject(error);
    });
    const ended = await outcome;
    if (ended === 'notAccepted') {
      this.#itemOfId.delete(id);
      return;
    }
    item.acceptedId = id;
    // Whoever asked has been told that it failed.
    if (ended === 'acceptedTooLate') await this.#giveBack(item, NOBODY);
  }

  async #giveBack(item: Item, asker: Asker): Promise<void> {
    const id = item.acceptedId;
    if (id === null) {
      asker.resolve();
      return;
    }
    const { answer, outcome } = this.#requests.ask('USB', [stringValue(item.name)], readNothing, true);
    item.acceptedId = null;
    answer.then(asker.resolve, asker.reject);
    await outcome;
    this.#itemOfId.delete(id);
  }
}

function readNothing(tokens: LineTokens): void {
  tokens.nothing();
}
