/**
 * The items as this page knows them, kept true by revisions: the next one is applied, an older one dropped, and when
 * one is missing the whole list is needed. Changes that come while the list is on its way wait for it.
 */
import type { EventName, Events, Item } from './contract.ts';

/** One change of the house, as the server told it. */
export type Change = { [Name in EventName]: { event: Name; data: Events[Name] } }[EventName];

/** A change that was applied, and the item as it was before; undefined when there was none. */
export interface Applied {
  change: Change;
  before: Item | undefined;
}

export interface Listed {
  /** Changes that waited for the list and are applied now. */
  applied: Applied[];
  /** True if a change is missing again: list once more. */
  gap: boolean;
}

export class Catalogue {
  readonly items = new Map<number, Item>();
  #revision: number | null = null;
  #waiting: Change[] = [];
  #listing = true;

  /** The whole list is being asked for: what comes meanwhile waits. */
  beginListing(): void {
    this.#listing = true;
  }

  /** The connection is gone: what waited for its list is not needed any more, the next list will have it. */
  reset(): void {
    this.#waiting = [];
    this.#listing = true;
  }

  /** Takes over the whole list as of `revision`, then what came meanwhile. */
  list(items: readonly Item[], revision: number): Listed {
    this.items.clear();
    for (const item of items) this.items.set(item.id, item);
    this.#revision = revision;
    this.#listing = false;
    const applied: Applied[] = [];
    const waiting = this.#waiting.sort((a, b) => a.data.revision - b.data.revision);
    this.#waiting = [];
    for (const [index, change] of waiting.entries()) {
      const result = this.take(change);
      if (typeof result === 'object') applied.push(result);
      if (result === 'gap') {
        this.#waiting.push(...waiting.slice(index + 1));
        return { applied, gap: true };
      }
    }
    return { applied, gap: false };
  }

  /** Takes one change. `gap`: one before it is missing; it waits for the list, which must be asked for. */
  take(change: Change): Applied | 'old' | 'waiting' | 'gap' {
    if (this.#listing || this.#revision === null) {
      this.#waiting.push(change);
      return 'waiting';
    }
    const { revision } = change.data;
    const before = change.event === 'itemAdded' ? undefined : this.items.get(change.data.itemId);
    if (revision <= this.#revision) return 'old';
    if (revision > this.#revision + 1 || !this.#apply(change, before)) {
      this.#waiting.push(change);
      this.#listing = true;
      return 'gap';
    }
    this.#revision = revision;
    return { change, before };
  }

  /** False when the change is about an item that is not here: then something was missed, whatever the numbers say. */
  #apply(change: Change, item: Item | undefined): boolean {
    if (change.event === 'itemAdded') {
      this.items.set(change.data.item.id, change.data.item);
      return true;
    }
    if (item === undefined) return false;
    if (change.event === 'itemRemoved') this.items.delete(item.id);
    else {
      const { amount, bidder, bids } = change.data;
      this.items.set(item.id, { ...item, leadingBid: amount, leadingBidder: bidder, bids });
    }
    return true;
  }
}
