/**
 * The auction's list as a client gets it: rows in COMMAND mode become the house's events again, and the list they make.
 * A list is whole when its row `house` has come, which is the last. The changes that make it whole are no events.
 */
import type { EventName, Events, Item } from '../../shared-ui/auction/contract.ts';
import { HOUSE, itemIn, type Row } from './auction-row.ts';

export type TellEvent = <Name extends EventName>(event: Name, data: Events[Name]) => void;

export interface List {
  /** The items in the order of their ids, as the house lists them. */
  items: Item[];
  revision: number;
}

export class AuctionRows {
  readonly #tell: TellEvent;
  #items = new Map<number, Item>();
  #revision = -1;
  #snapshotIsOver = false;
  #isWhole = false;
  /** The list as it was before it was cleared. */
  #before: Map<number, Item> | null = null;

  /** `tell` gets the events, each as the house sent it. */
  constructor(tell: TellEvent) {
    this.#tell = tell;
  }

  /** The list's revision; null while the list is not complete. */
  get revision(): number | null {
    return this.#isComplete ? this.#revision : null;
  }

  /** The list as it is now; null while it is not complete. */
  get list(): List | null {
    if (!this.#isComplete) return null;
    return { items: [...this.#items.values()].sort((a, b) => a.id - b.id), revision: this.#revision };
  }

  row(row: Row): void {
    if (row.key === HOUSE) this.#house(row);
    else if (row.command === 'DELETE') this.#items.delete(Number(row.key));
    else this.#item(itemIn(row), Number(row.revision));
  }

  endOfSnapshot(): void {
    this.#snapshotIsOver = true;
  }

  /** The broker's list was emptied; it comes anew. */
  cleared(): void {
    if (this.#isComplete) this.#before = this.#items;
    this.#isWhole = false;
    this.#items = new Map();
  }

  get #isComplete(): boolean {
    return this.#snapshotIsOver && this.#isWhole;
  }

  #item(item: Item, revision: number): void {
    const wasThere = this.#items.has(item.id);
    this.#items.set(item.id, item);
    if (!this.#advance(revision) || !this.#isComplete) return;
    if (wasThere) this.#tell('bidPlaced', bidOn(item, revision));
    else this.#tell('itemAdded', { revision, item });
  }

  #house(row: Row): void {
    const revision = Number(row.revision);
    const isNews = this.#advance(revision) && this.#isComplete;
    this.#isWhole = true;
    if (this.#before !== null) this.#tellDifference(this.#before);
    else if (isNews && row.itemId !== null) {
      const { name, removedBy } = row;
      this.#tell('itemRemoved', { revision, itemId: Number(row.itemId), name: name!, removedBy: removedBy! });
    }
  }

  #advance(revision: number): boolean {
    if (revision <= this.#revision) return false;
    this.#revision = revision;
    return true;
  }

  /**
   * A list came in place of missed events. One event with the list's revision shows listeners that there is a gap.
   */
  #tellDifference(before: Map<number, Item>): void {
    this.#before = null;
    const revision = this.#revision;
    const changed = [...this.#items.values()].find(({ id, bids }) => bids !== before.get(id)?.bids);
    const removed = [...before.values()].find(({ id }) => !this.#items.has(id));
    if (changed !== undefined) {
      if (before.has(changed.id)) this.#tell('bidPlaced', bidOn(changed, revision));
      else this.#tell('itemAdded', { revision, item: changed });
    } else if (removed !== undefined) {
      const { id, name, addedBy } = removed;
      // Only the user who added an item can remove it.
      this.#tell('itemRemoved', { revision, itemId: id, name, removedBy: addedBy });
    }
  }
}

function bidOn({ id, name, leadingBid, leadingBidder, bids }: Item, revision: number): Events['bidPlaced'] {
  return { revision, itemId: id, name, amount: leadingBid!, bidder: leadingBidder!, bids };
}
