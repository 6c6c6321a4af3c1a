/** The auction's list as a client collects it: documents become the house's events again, and the list they make. */
import type { EventName, Events } from '../../shared-ui/auction/contract.ts';
import { type ItemFields, itemOf, type ListFields } from './auction-documents.ts';
import { HOUSE, ITEMS } from './names.ts';
import type { List } from './published-auction.ts';

export type TellEvent = <Name extends EventName>(event: Name, data: Events[Name]) => void;

/** The content of an `added` or `changed` message. */
export interface DocumentNews {
  collection: string;
  id: string;
  fields?: Record<string, unknown>;
}

export class CollectedAuction {
  readonly #tell: TellEvent;
  readonly #items = new Map<string, ItemFields>();
  #revision = -1;
  #isReady = false;

  /** `tell` gets the events that come after `ready`. */
  constructor(tell: TellEvent) {
    this.#tell = tell;
  }

  /** The list as it is now, in the order of the items' ids, as the house lists them. */
  get list(): List {
    const items = Array.from(this.#items, ([id, fields]) => itemOf(id, fields));
    return { items: items.sort((a, b) => a.id - b.id), revision: this.#revision };
  }

  /** Marks the list as complete: its first content has come. */
  ready(): void {
    this.#isReady = true;
  }

  added({ collection, id, fields }: DocumentNews): void {
    if (collection === HOUSE) this.#house(fields as unknown as ListFields);
    if (collection !== ITEMS) return;
    const item = fields as unknown as ItemFields;
    this.#items.set(id, item);
    const { revision } = item;
    if (this.#isNews(revision)) this.#tell('itemAdded', { revision, item: itemOf(id, item) });
  }

  changed({ collection, id, fields }: DocumentNews): void {
    if (collection === HOUSE) this.#house(fields as unknown as ListFields);
    if (collection !== ITEMS) return;
    const item = { ...this.#items.get(id)!, ...fields };
    this.#items.set(id, item);
    const { revision, name, leadingBid, leadingBidder, bids } = item;
    if (!this.#isNews(revision)) return;
    this.#tell('bidPlaced', { revision, itemId: Number(id), name, amount: leadingBid!, bidder: leadingBidder!, bids });
  }

  removed({ collection, id }: DocumentNews): void {
    if (collection === ITEMS) this.#items.delete(id);
  }

  /** Takes a change of the house's document, which has only the changed fields: a removal always changes `removed`. */
  #house({ revision, removed }: ListFields): void {
    if (this.#isNews(revision) && removed) this.#tell('itemRemoved', { revision, ...removed });
  }

  #isNews(revision: number): boolean {
    if (revision <= this.#revision) return false;
    this.#revision = revision;
    return this.#isReady;
  }
}
