/** Helpers that the tests of the auction's list share: a house that changes at random, and clients with a merge box each. */
import type { EventName, Events, Item } from '../../../shared-ui/auction/contract.ts';
import { CollectedAuction } from '../collected-auction.ts';
import { decode } from '../ddp-server/ejson.ts';
import { type Fields, MergeBox } from '../ddp-server/merge-box.ts';
import type { List, Subscriber } from '../published-auction.ts';

export type Told = { [Name in EventName]: { event: Name; data: Events[Name] } }[EventName];

/** A house without rules: it does what `random` says. */
export class RandomHouse {
  readonly #random: () => number;
  readonly #items = new Map<number, Item>();
  #revision = 7;

  constructor(random: () => number) {
    this.#random = random;
  }

  get list(): List {
    return { items: [...this.#items.values()], revision: this.#revision };
  }

  /** Changes something; what the house tells everybody of it. */
  change(): Told {
    const revision = ++this.#revision;
    const items = [...this.#items.values()];
    const item = items[Math.floor(this.#random() * items.length)];
    const kind = this.#random();
    if (item === undefined || kind < 0.35) return { event: 'itemAdded', data: { revision, item: this.#add(revision) } };
    const { id: itemId, name } = item;
    if (kind < 0.55) {
      this.#items.delete(itemId);
      return { event: 'itemRemoved', data: { revision, itemId, name, removedBy: item.addedBy } };
    }
    const bid = { amount: (item.leadingBid ?? item.minimumPrice) + 1, bidder: `user ${kind}`, bids: item.bids + 1 };
    this.#items.set(itemId, { ...item, leadingBid: bid.amount, leadingBidder: bid.bidder, bids: bid.bids });
    return { event: 'bidPlaced', data: { revision, itemId, name, ...bid } };
  }

  #add(id: number): Item {
    const text = ['a vase', '', '<b>', '$date', '\u{1f38e}'][Math.floor(this.#random() * 5)]!;
    const what = { name: text, description: text, minimumPrice: 5, addedBy: text };
    const fresh = { leadingBid: null, leadingBidder: null, bids: 0 };
    const item = { id, ...what, addedAt: new Date(id * 1_000).toISOString(), ...fresh };
    this.#items.set(id, item);
    return item;
  }
}

/** A subscriber whose documents go the way they do in the app: merged, as EJSON text, and collected. */
export class TrialSubscriber implements Subscriber {
  readonly told: Told[] = [];
  readonly collected = new CollectedAuction((event, data) => this.told.push({ event, data } as Told));
  readonly #box = new MergeBox({
    added: (collection, id, fields) => this.collected.added({ collection, id, fields: parsed(fields) }),
    changed: (collection, id, fields) => this.collected.changed({ collection, id, fields: parsed(fields) }),
    removed: (collection, id) => this.collected.removed({ collection, id }),
  });

  added(collection: string, id: string, fields: object): void {
    this.#box.added('only', collection, id, fields as Fields);
  }

  changed(collection: string, id: string, fields: object): void {
    this.#box.changed('only', collection, id, fields as Fields);
  }

  removed(collection: string, id: string): void {
    this.#box.removed('only', collection, id);
  }
}

function parsed(fields: Map<string, string>): Record<string, unknown> {
  return Object.fromEntries(Array.from(fields, ([name, text]) => [name, decode(JSON.parse(text))]));
}
