/**
 * The auction's list as it is published: one list for all subscribers, kept up by the house's events. After a change that
 * nobody told of here, one by another server, it is read anew, and subscribers get the difference.
 */
import type { EventName, Events, Item } from '../../shared-ui/auction/contract.ts';
import { itemFields, type ListFields } from './auction-documents.ts';
import type { DdpSubscription } from './ddp-host.ts';
import { HOUSE, ITEMS, LIST } from './names.ts';

export interface List {
  items: Item[];
  revision: number;
}

/** The receiver of the documents. */
export type Subscriber = Pick<DdpSubscription, 'added' | 'changed' | 'removed'>;

type Change = { [Name in EventName]: { event: Name; data: Events[Name] } }[EventName];

/** A list that could not be read is asked for again after this, ms. */
const RETRY_MS = 1_000;
/** Most changes that are kept while the list is being read; if there are more, it is read once more. */
const HELD_LIMIT = 10_000;

export class PublishedAuction {
  readonly #read: () => Promise<List>;
  readonly #subscribers = new Set<Subscriber>();
  /** Subscribers for whom the list is being read. */
  readonly #waiting = new Set<Subscriber>();
  #items = new Map<number, { item: Item; revision: number }>();
  #list: ListFields | null = null;
  #revision = -1;
  #reading: Promise<void> | null = null;
  /** Changes that came while the list is being read. */
  #held: Change[] = [];

  /** @param read asks the house for its list */
  constructor(read: () => Promise<List>) {
    this.#read = read;
  }

  /** Publishes the list to `subscriber`, and what becomes of it until `unsubscribe`. @throws what the house refuses the list with */
  async subscribe(subscriber: Subscriber): Promise<void> {
    this.#waiting.add(subscriber);
    try {
      if (this.#list === null) await this.#load();
    } catch (error) {
      this.#waiting.delete(subscriber);
      throw error;
    }
    // A subscriber that has left meanwhile gets nothing.
    if (!this.#waiting.delete(subscriber)) return;
    this.#subscribers.add(subscriber);
    for (const [id, { item, revision }] of this.#items) {
      subscriber.added(ITEMS, `${id}`, itemFields(item, revision));
    }
    subscriber.added(HOUSE, LIST, { ...this.#list });
  }

  unsubscribe(subscriber: Subscriber): void {
    this.#waiting.delete(subscriber);
    this.#subscribers.delete(subscriber);
  }

  /** An event that the house sends to all. */
  change<Name extends EventName>(event: Name, data: Events[Name]): void {
    if (this.#reading !== null) {
      if (this.#held.length < HELD_LIMIT) this.#held.push({ event, data } as Change);
    } else if (this.#list !== null) this.#take({ event, data } as Change);
  }

  /** The house's list, as it was a moment ago: what it has and this one has not is published. */
  take({ items, revision }: List): void {
    if (revision <= this.#revision) return;
    const gone = new Map(this.#items);
    for (const item of items) {
      const known = gone.get(item.id);
      gone.delete(item.id);
      if (known === undefined) this.#add(item, revision);
      else if (known.item.bids !== item.bids) this.#bid(item, revision);
    }
    for (const id of gone.keys()) this.#remove(id);
    const [one] = gone.values();
    // Nobody but who added an item can remove it.
    const removed = one ? { itemId: one.item.id, name: one.item.name, removedBy: one.item.addedBy } : null;
    this.#say({ revision, removed });
  }

  /** Reads the list; requests meanwhile wait for the same reading. */
  #load(): Promise<void> {
    this.#reading ??= this.#read()
      .then((list) => this.take(list))
      .finally(() => {
        this.#reading = null;
        for (const { event, data } of this.#held.splice(0)) this.change(event, data);
      });
    return this.#reading;
  }

  #reload(): void {
    this.#load().catch(() => setTimeout(() => this.#reload(), RETRY_MS).unref());
  }

  #take(change: Change): void {
    const { event, data } = change;
    const { revision } = data;
    if (revision <= this.#revision) return;
    if (revision > this.#revision + 1) {
      // Another server changed the house: only the whole list says how.
      this.#reload();
      return;
    }
    this.#revision = revision;
    if (event === 'itemAdded') this.#add(data.item, revision);
    else if (event === 'bidPlaced') {
      const { itemId, amount, bidder, bids } = data;
      this.#bid({ ...this.#items.get(itemId)!.item, leadingBid: amount, leadingBidder: bidder, bids }, revision);
    } else {
      const { itemId, name, removedBy } = data;
      this.#remove(itemId);
      this.#say({ revision, removed: { itemId, name, removedBy } });
    }
  }

  #add(item: Item, revision: number): void {
    this.#items.set(item.id, { item, revision });
    for (const subscriber of this.#subscribers) subscriber.added(ITEMS, `${item.id}`, itemFields(item, revision));
  }

  #bid(item: Item, revision: number): void {
    this.#items.set(item.id, { item, revision });
    const { leadingBid, leadingBidder, bids } = item;
    for (const subscriber of this.#subscribers) {
      subscriber.changed(ITEMS, `${item.id}`, { leadingBid, leadingBidder, bids, revision });
    }
  }

  #remove(id: number): void {
    this.#items.delete(id);
    for (const subscriber of this.#subscribers) subscriber.removed(ITEMS, `${id}`);
  }

  #say(list: ListFields): void {
    this.#revision = list.revision;
    this.#list = list;
    for (const subscriber of this.#subscribers) subscriber.changed(HOUSE, LIST, { ...list });
  }
}
