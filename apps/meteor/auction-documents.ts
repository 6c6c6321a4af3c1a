/**
 * The auction as documents. An item's document has its fields, and the revision of the change that made it so; the document
 * `LIST` of the collection `HOUSE` has a revision of the list and, where that change was a removal, what was removed and by whom.
 */
import type { Events, Item } from '../../shared-ui/auction/contract.ts';

/** An item without its id, which is the document's; the time is a date, which EJSON carries. */
export type ItemFields = Omit<Item, 'id' | 'addedAt'> & { addedAt: Date; revision: number };

export interface ListFields {
  revision: number;
  removed: Omit<Events['itemRemoved'], 'revision'> | null;
}

export function itemFields({ id: _id, addedAt, ...item }: Item, revision: number): ItemFields {
  return { ...item, addedAt: new Date(addedAt), revision };
}

/** The item of a document. */
export function itemOf(id: string, { revision: _revision, addedAt, ...item }: ItemFields): Item {
  const { name, description, minimumPrice, addedBy, leadingBid, leadingBidder, bids } = item;
  return {
    id: Number(id),
    name,
    description,
    minimumPrice,
    addedBy,
    addedAt: addedAt.toISOString(),
    leadingBid,
    leadingBidder,
    bids,
  };
}
