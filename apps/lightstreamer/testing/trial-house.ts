/** Helpers that the tests of the auction's list share: a house that changes at random, and an item in COMMAND mode. */
import type { EventName, Events, Item } from '../../../shared-ui/auction/contract.ts';
import type { Row } from '../auction-row.ts';
import type { AuctionRows, List } from '../auction-rows.ts';

export type Told = { [Name in EventName]: { event: Name; data: Events[Name] } }[EventName];

const TEXTS = ['a vase', '', '0', '|#$ +%', 'Ä\n\u{1f38e}', '<b>x</b>'];

/** A house without rules: it does what `random` says. */
export class TrialHouse {
  readonly #random: () => number;
  readonly #items = new Map<number, Item>();
  #revision: number;
  #lastId = 0;

  constructor(random: () => number) {
    this.#random = random;
    this.#revision = Math.floor(random() * 5);
  }

  get list(): List {
    return { items: [...this.#items.values()], revision: this.#revision };
  }

  /** Changes the house once; what it tells everybody of it. */
  change(): Told {
    const revision = ++this.#revision;
    const items = [...this.#items.values()];
    const item = items[Math.floor(this.#random() * items.length)];
    const kind = this.#random();
    if (item === undefined || kind < 0.3) {
      const added = this.#newItem();
      this.#items.set(added.id, added);
      return { event: 'itemAdded', data: { revision, item: added } };
    }
    if (kind < 0.5) {
      this.#items.delete(item.id);
      const { id: itemId, name, addedBy: removedBy } = item;
      return { event: 'itemRemoved', data: { revision, itemId, name, removedBy } };
    }
    const bids = item.bids + 1;
    const amount = (item.leadingBid ?? item.minimumPrice) + 1;
    const bidder = this.#text();
    this.#items.set(item.id, { ...item, leadingBid: amount, leadingBidder: bidder, bids });
    return { event: 'bidPlaced', data: { revision, itemId: item.id, name: item.name, amount, bidder, bids } };
  }

  #newItem(): Item {
    return {
      id: ++this.#lastId,
      name: this.#text(),
      description: this.#text(),
      minimumPrice: 1 + Math.floor(this.#random() * 1_000),
      addedBy: this.#text(),
      addedAt: new Date(this.#revision * 1_000).toISOString(),
      leadingBid: null,
      leadingBidder: null,
      bids: 0,
    };
  }

  #text(): string {
    return TEXTS[Math.floor(this.#random() * TEXTS.length)]!;
  }
}

/** An item in COMMAND mode as a broker keeps it: who subscribes gets the rows there are, and then what happens. */
export class CommandItem {
  readonly #rows = new Map<string, Row>();
  readonly #clients = new Set<AuctionRows>();
  #isSnapshotOver = false;
  /** The number of updates. */
  updates = 0;

  update(isSnapshot: boolean, row: Row): void {
    if (isSnapshot === this.#isSnapshotOver) throw new Error('a snapshot comes before its end, and nothing else does');
    this.updates++;
    if (row.command === 'DELETE') this.#rows.delete(row.key!);
    else this.#rows.set(row.key!, row);
    for (const client of this.#clients) client.row(row);
  }

  endOfSnapshot(): void {
    this.#isSnapshotOver = true;
    for (const client of this.#clients) client.endOfSnapshot();
  }

  clearSnapshot(): void {
    this.#rows.clear();
    for (const client of this.#clients) client.cleared();
  }

  subscribe(client: AuctionRows): void {
    this.#clients.add(client);
    for (const row of this.#rows.values()) client.row({ ...row, command: 'ADD' });
    if (this.#isSnapshotOver) client.endOfSnapshot();
  }
}
