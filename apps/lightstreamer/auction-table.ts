/**
 * The auction's list as the broker gets it: the house's events become changes of rows in COMMAND mode. A change of an item
 * is one update of its row; a removal is a DELETE and then an update of the row `house`, which has the user who removed it.
 */
import type { EventName, Events, Item } from '../../shared-ui/auction/contract.ts';
import { houseRow, itemRow, type Row, removalRow } from './auction-row.ts';

/** The receiver of the rows: the subscribed item, in order. */
export interface TableOutput {
  update(isSnapshot: boolean, row: Row): void;
  endOfSnapshot(): void;
  clearSnapshot(): void;
  /** Reads the house's list and calls `AuctionTable.list` with it. Not called again before that. */
  read(): void;
}

type Change = { [Name in EventName]: { event: Name; data: Events[Name] } }[EventName];

/** Changes that are kept while the list is being read; after more, the list is read once more. */
const HELD_LIMIT = 10_000;

export class AuctionTable {
  readonly #output: TableOutput;
  #items = new Map<number, Item>();
  #revision = -1;
  /** Changes since the list was asked for; null while it is there. */
  #held: Change[] | null = [];
  #published = false;

  /** Asks for the list at once. */
  constructor(output: TableOutput) {
    this.#output = output;
    output.read();
  }

  /** The house's list, as it was at some moment after it was asked for. */
  list({ items, revision }: { items: Item[]; revision: number }): void {
    const again = this.#published;
    this.#published = true;
    this.#items = new Map(items.map((item) => [item.id, item]));
    this.#revision = revision;
    if (again) this.#output.clearSnapshot();
    // The revision of each row in the list is not known; the list's own is never too small.
    for (const item of items) this.#output.update(!again, itemRow('ADD', item, revision));
    this.#output.update(!again, houseRow('ADD', revision));
    if (!again) this.#output.endOfSnapshot();
    const held = this.#held ?? [];
    this.#held = null;
    for (const change of held) this.#take(change);
  }

  /** An event that the house sends to all. */
  change<Name extends EventName>(event: Name, data: Events[Name]): void {
    this.#take({ event, data } as Change);
  }

  #take(change: Change): void {
    const { revision } = change.data;
    if (this.#held !== null) {
      if (this.#held.length < HELD_LIMIT) this.#held.push(change);
    } else if (revision > this.#revision + 1) {
      // Another server changed the house: only the whole list shows how.
      this.#held = [change];
      this.#output.read();
    } else if (revision > this.#revision) {
      this.#revision = revision;
      this.#publish(change);
    }
  }

  #publish({ event, data }: Change): void {
    const { revision } = data;
    if (event === 'itemAdded') {
      this.#items.set(data.item.id, data.item);
      this.#output.update(false, itemRow('ADD', data.item, revision));
    } else if (event === 'bidPlaced') {
      const { itemId, amount, bidder, bids } = data;
      const item = { ...this.#items.get(itemId)!, leadingBid: amount, leadingBidder: bidder, bids };
      this.#items.set(itemId, item);
      this.#output.update(false, itemRow('UPDATE', item, revision));
    } else {
      this.#items.delete(data.itemId);
      this.#output.update(false, removalRow(data.itemId));
      this.#output.update(false, houseRow('UPDATE', revision, data));
    }
  }
}
