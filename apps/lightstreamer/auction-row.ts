/** A row of the auction's list, as COMMAND mode carries it: every field is text or null. */
import type { Events, Item } from '../../shared-ui/auction/contract.ts';

/**
 * The fields of a row. A row with an item's id as its key is that item, with the revision of the change that made it so.
 * The row `house` carries a revision of the list and, where that change was a removal, what was removed and by whom.
 */
export const ROW_FIELDS = [
  'key',
  'command',
  'revision',
  'name',
  'description',
  'minimumPrice',
  'addedBy',
  'addedAt',
  'leadingBid',
  'leadingBidder',
  'bids',
  'itemId',
  'removedBy',
] as const;

/** Numbers are decimal text; what a row does not have is null. */
export type Row = Record<(typeof ROW_FIELDS)[number], string | null>;

export type Command = 'ADD' | 'UPDATE' | 'DELETE';

/** The key of the row that is no item. */
export const HOUSE = 'house';

const EMPTY = Object.fromEntries(ROW_FIELDS.map((field) => [field, null])) as Row;

export function itemRow(command: Command, item: Item, revision: number): Row {
  return {
    ...EMPTY,
    key: `${item.id}`,
    command,
    revision: `${revision}`,
    name: item.name,
    description: item.description,
    minimumPrice: `${item.minimumPrice}`,
    addedBy: item.addedBy,
    addedAt: item.addedAt,
    leadingBid: item.leadingBid === null ? null : `${item.leadingBid}`,
    leadingBidder: item.leadingBidder,
    bids: `${item.bids}`,
  };
}

export function removalRow(itemId: number): Row {
  return { ...EMPTY, key: `${itemId}`, command: 'DELETE' };
}

/** @param removed set when the change was a removal */
export function houseRow(command: Command, revision: number, removed?: Events['itemRemoved']): Row {
  const row = { ...EMPTY, key: HOUSE, command, revision: `${revision}` };
  return removed ? { ...row, itemId: `${removed.itemId}`, name: removed.name, removedBy: removed.removedBy } : row;
}

/** The item in a row that `itemRow` made. */
export function itemIn(row: Row): Item {
  return {
    id: Number(row.key),
    name: row.name!,
    description: row.description!,
    minimumPrice: Number(row.minimumPrice),
    addedBy: row.addedBy!,
    addedAt: row.addedAt!,
    leadingBid: row.leadingBid === null ? null : Number(row.leadingBid),
    leadingBidder: row.leadingBidder,
    bids: Number(row.bids),
  };
}
