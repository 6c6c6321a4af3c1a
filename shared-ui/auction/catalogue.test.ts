import { Catalogue, type Change } from './catalogue.ts';
import type { Item } from './contract.ts';
import { makeItem } from './testing/fakes.ts';

const added = (revision: number, id: number): Change => ({
  event: 'itemAdded',
  data: { revision, item: makeItem({ id }) },
});
const removed = (revision: number, itemId: number): Change => ({
  event: 'itemRemoved',
  data: { revision, itemId, name: 'Clock', removedBy: 'Ann' },
});
const bid = (revision: number, itemId: number, amount: number): Change => ({
  event: 'bidPlaced',
  data: { revision, itemId, name: 'Clock', amount, bidder: 'Bob', bids: 1 },
});

let catalogue: Catalogue;
/** The outcome of a change, and of a list, in short. */
const take = (change: Change) => {
  const result = catalogue.take(change);
  return typeof result === 'object' ? 'applied' : result;
};
const list = (items: Item[], revision: number) => {
  const { applied, gap } = catalogue.list(items, revision);
  return { changes: applied.map(({ change }) => change), gap };
};
const ids = () => [...catalogue.items.keys()];

beforeEach(() => {
  catalogue = new Catalogue();
});

test('the next revision is applied', () => {
  catalogue.list([makeItem({ id: 1 })], 7);
  expect(take(added(8, 2))).toBe('applied');
  expect(take(bid(9, 2, 1500))).toBe('applied');
  expect(take(removed(10, 1))).toBe('applied');
  expect(ids()).toEqual([2]);
  expect(catalogue.items.get(2)).toMatchObject({ leadingBid: 1500, leadingBidder: 'Bob', bids: 1 });
});

test('an older revision, or the same one twice, changes nothing', () => {
  catalogue.list([makeItem({ id: 1 })], 7);
  expect(take(removed(7, 1))).toBe('old');
  expect(take(added(8, 2))).toBe('applied');
  expect(take(added(8, 2))).toBe('old');
  expect(ids()).toEqual([1, 2]);
});

test('a missing revision is a gap, and nothing is applied until the list is there', () => {
  catalogue.list([makeItem({ id: 1 })], 7);
  expect(take(bid(9, 1, 900))).toBe('gap');
  expect(take(bid(10, 1, 950))).toBe('waiting');
  expect(catalogue.items.get(1)!.leadingBid).toBeNull();
  expect(list([makeItem({ id: 1, leadingBid: 900 }), makeItem({ id: 2 })], 9)).toEqual({
    changes: [bid(10, 1, 950)],
    gap: false,
  });
  expect(catalogue.items.get(1)!.leadingBid).toBe(950);
});

test('what came while the list was on its way is applied when it is newer, in the order of revisions', () => {
  expect(take(added(9, 3))).toBe('waiting');
  expect(take(added(8, 2))).toBe('waiting');
  expect(take(removed(7, 99))).toBe('waiting');
  expect(list([makeItem({ id: 1 })], 7)).toEqual({ changes: [added(8, 2), added(9, 3)], gap: false });
  expect(ids()).toEqual([1, 2, 3]);
});

test('a list with a gap behind it asks for another, and what waits is not lost', () => {
  take(added(9, 3));
  take(added(10, 4));
  expect(list([makeItem({ id: 1 })], 7)).toEqual({ changes: [], gap: true });
  expect(list([makeItem({ id: 1 }), makeItem({ id: 2 })], 8)).toEqual({
    changes: [added(9, 3), added(10, 4)],
    gap: false,
  });
  expect(ids()).toEqual([1, 2, 3, 4]);
});

test('a bid on an item that is not here is a gap, whatever its revision says', () => {
  catalogue.list([makeItem({ id: 1 })], 7);
  expect(take(bid(8, 5, 900))).toBe('gap');
  expect(list([makeItem({ id: 1 }), makeItem({ id: 5, leadingBid: 900 })], 8).gap).toBe(false);
  expect(catalogue.items.get(5)!.leadingBid).toBe(900);
});

test('a list is believed even when its revision is lower: the database may have been replaced', () => {
  catalogue.list([makeItem({ id: 1 })], 70);
  catalogue.beginListing();
  catalogue.list([], 2);
  expect(take(added(3, 1))).toBe('applied');
  expect(ids()).toEqual([1]);
});

test('after a reset nothing is applied before the next list', () => {
  catalogue.list([makeItem({ id: 1 })], 7);
  catalogue.reset();
  expect(take(removed(8, 1))).toBe('waiting');
  expect(ids()).toEqual([1]);
});

test('a change that is applied comes with the item as it was', () => {
  catalogue.list([makeItem({ id: 1, leadingBid: 500, leadingBidder: 'Ann', bids: 1 })], 7);
  expect(catalogue.take(bid(8, 1, 900))).toMatchObject({ before: { leadingBid: 500, leadingBidder: 'Ann' } });
});
