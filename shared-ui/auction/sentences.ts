import { counted } from '../../metrics/numbers.ts';
import type { Change } from './catalogue.ts';
import type { Item } from './contract.ts';
import { formatMoney } from './money.ts';
import { type Notice, sentence, written } from './notices.ts';

/**
 * The notice of one change, for `user` (null: no user is logged in).
 * @param before the item as it was, for bids and removals
 */
export function noticeOf({ event, data }: Change, before: Item | undefined, user: string | null): Notice {
  const by = (name: string) => (name === user ? 'You' : written(name));
  if (event === 'itemAdded') {
    const { id, name, addedBy } = data.item;
    return { key: `item-${id}`, parts: sentence`${by(addedBy)} added ${written(name)}.` };
  }
  const key = `item-${data.itemId}`;
  const name = written(data.name);
  if (event === 'itemRemoved') return { key, parts: sentence`${by(data.removedBy)} removed ${name}.` };
  const amount = formatMoney(data.amount);
  const bidder = by(data.bidder);
  if (user !== null && before?.leadingBidder === user && data.bidder !== user) {
    return { key, parts: sentence`${bidder} outbid you on ${name} with ${amount}.` };
  }
  return { key, parts: sentence`${bidder} bid ${amount} on ${name}.` };
}

/**
 * The changes between two lists, such as ` Meanwhile: 1 item added, 3 bids. You were outbid on 1 item.`; empty when there are none.
 * @param user null: no user is logged in
 */
export function meanwhile(
  before: ReadonlyMap<number, Item>,
  after: ReadonlyMap<number, Item>,
  user: string | null,
): string {
  let outbid = 0;
  let added = 0;
  let removed = 0;
  let bids = 0;
  for (const item of after.values()) {
    const old = before.get(item.id);
    if (old === undefined) added += 1;
    bids += Math.max(0, item.bids - (old?.bids ?? 0));
    if (user !== null && old?.leadingBidder === user && item.leadingBidder !== user) outbid += 1;
  }
  for (const id of before.keys()) if (!after.has(id)) removed += 1;
  const told = [
    added > 0 ? `${counted(added, 'item')} added` : '',
    removed > 0 ? `${counted(removed, 'item')} removed` : '',
    bids > 0 ? counted(bids, 'bid') : '',
  ].filter((part) => part !== '');
  const lost = outbid > 0 ? ` You were outbid on ${counted(outbid, 'item')}.` : '';
  return told.length === 0 ? '' : ` Meanwhile: ${told.join(', ')}.${lost}`;
}
