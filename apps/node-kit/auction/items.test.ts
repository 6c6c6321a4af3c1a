/** Items and bids, on every database. */
import type { Item } from '../../../shared-ui/auction/contract.ts';
import { ITEMS_LIMIT } from './items.ts';
import { TrialHouse, trialDatabases, type Visitor } from './testing/trial-houses.ts';

const databases = await trialDatabases();
afterAll(async () => {
  for (const database of databases) await database.stop();
});

for (const database of databases) {
  (database.missing === null ? describe : describe.skip)(`on ${database.name}`, () => {
    let url: string;
    let trial: TrialHouse;
    let ada: Visitor;
    let bert: Visitor;

    beforeEach(async () => {
      url = await database.newUrl();
      trial = new TrialHouse(url);
      ada = await trial.user('Ada');
      bert = await trial.user('Bert');
    });
    afterEach(() => trial.house.close());

    test('a new house is empty and at revision 0, and shows itself to those who are not logged in', async () => {
      expect(await trial.ask({}, 'listItems')).toEqual({ ok: true, items: [], revision: 0 });
    });

    test('an item is listed as it was added, and everybody is told', async () => {
      const reply = await trial.granted(ada, 'addItem', {
        name: ' A chair ',
        description: 'Oak.\r\nFour legs.',
        minimumPrice: 1_250,
      });
      const item: Item = {
        id: 1,
        name: 'A chair',
        description: 'Oak.\nFour legs.',
        minimumPrice: 1_250,
        addedBy: 'Ada',
        addedAt: '2026-01-01T00:00:00.000Z',
        leadingBid: null,
        leadingBidder: null,
        bids: 0,
      };
      expect(reply).toEqual({ ok: true, item, revision: 1 });
      expect(trial.told).toEqual([{ event: 'itemAdded', data: { revision: 1, item } }]);
      expect(await trial.items()).toEqual([item]);
    });

    test('a bid of the minimum price leads; the next must be above it, by a cent at least', async () => {
      const { id } = await trial.item(ada, 1_000, 'a lamp');
      expect(await trial.ask(bert, 'placeBid', { itemId: id, amount: 999 })).toEqual({
        ok: false,
        code: 'bid-too-low',
        reason: 'The minimum price is €10.00. Bid at least that.',
        field: 'amount',
      });
      const { item, revision } = await trial.granted(bert, 'placeBid', { itemId: id, amount: 1_000 });
      expect(item).toMatchObject({ leadingBid: 1_000, leadingBidder: 'Bert', bids: 1 });
      expect(revision).toBe(2);
      expect(await trial.ask(ada, 'placeBid', { itemId: id, amount: 1_000 })).toMatchObject({
        code: 'bid-too-low',
        reason: 'Bert leads with €10.00. Bid more than that.',
      });
      await trial.granted(ada, 'placeBid', { itemId: id, amount: 1_001 });
      await trial.granted(ada, 'placeBid', { itemId: id, amount: 1_002 });
      expect(await trial.items()).toEqual([{ ...item, leadingBid: 1_002, leadingBidder: 'Ada', bids: 3 }]);
      expect(trial.told.at(-1)).toEqual({
        event: 'bidPlaced',
        data: { revision: 4, itemId: id, name: 'a lamp', amount: 1_002, bidder: 'Ada', bids: 3 },
      });
    });

    test('the highest price can be bid once, and then nobody can bid more', async () => {
      const { id } = await trial.item(ada);
      await trial.granted(bert, 'placeBid', { itemId: id, amount: 1_000_000_000 });
      expect(await trial.ask(ada, 'placeBid', { itemId: id, amount: 1_000_000_000 })).toMatchObject({
        reason: 'Bert leads with €10,000,000.00. Nobody can bid more.',
      });
    });

    test('only who added an item can remove it; its bids stay in the database', async () => {
      const { id } = await trial.item(ada, 1_000, 'a lamp');
      await trial.granted(bert, 'placeBid', { itemId: id, amount: 1_000 });
      expect(await trial.ask(bert, 'removeItem', { itemId: id })).toMatchObject({
        code: 'not-yours',
        reason: 'Only Ada, who added this item, can remove it.',
      });
      expect(await trial.ask({}, 'removeItem', { itemId: id })).toMatchObject({ code: 'not-logged-in' });
      expect(await trial.granted(ada, 'removeItem', { itemId: id })).toEqual({ ok: true, revision: 3 });
      expect(trial.told.at(-1)).toEqual({
        event: 'itemRemoved',
        data: { revision: 3, itemId: id, name: 'a lamp', removedBy: 'Ada' },
      });
      expect(await trial.items()).toEqual([]);
      for (const [name, data] of [
        ['removeItem', { itemId: id }],
        ['placeBid', { itemId: id, amount: 2_000 }],
        ['placeBid', { itemId: id + 1, amount: 2_000 }],
      ] as const) {
        expect(await trial.ask(ada, name, data)).toMatchObject({ code: 'no-such-item' });
      }
      // Its number is not given to another.
      expect((await trial.item(ada)).id).toBe(id + 1);
    });

    test('a refused request changes nothing, tells nobody and leaves the revision', async () => {
      const { id } = await trial.item(ada);
      await trial.ask(bert, 'placeBid', { itemId: id, amount: 1 });
      await trial.ask(bert, 'removeItem', { itemId: id });
      await trial.ask({}, 'placeBid', { itemId: id, amount: 5_000 });
      expect(trial.told).toHaveLength(1);
      expect(await trial.ask({}, 'listItems')).toMatchObject({ revision: 1, items: [{ bids: 0 }] });
    });

    test('of 100 connections that bid the same at once exactly one leads, and each other is told why not', async () => {
      const { id } = await trial.item(ada);
      const bidders = await trial.crowd('Carla', 100);
      const replies = await Promise.all(
        bidders.map((bidder) => trial.ask(bidder, 'placeBid', { itemId: id, amount: 7_000 })),
      );
      const refused = replies.filter((reply) => !reply.ok);
      expect(refused).toHaveLength(99);
      for (const reply of refused) expect(reply).toMatchObject({ code: 'bid-too-low', reason: expect.any(String) });
      expect(await trial.items()).toMatchObject([{ leadingBid: 7_000, leadingBidder: 'Carla', bids: 1 }]);
    });

    test('100 bids at once over two houses on one database: what is told is a history without gaps or ties', async () => {
      const other = new TrialHouse(url);
      const { id } = await trial.item(ada);
      const here = await trial.crowd('Carla', 50);
      const there = await other.crowd('Dora', 50);
      const replies = await Promise.all([
        ...here.map((bidder, i) => trial.ask(bidder, 'placeBid', { itemId: id, amount: 1_000 + 2 * i })),
        ...there.map((bidder, i) => other.ask(bidder, 'placeBid', { itemId: id, amount: 1_001 + 2 * i })),
      ]);
      const accepted = replies.filter((reply) => reply.ok);
      const told = [...trial.told, ...other.told].flatMap(({ event, data }) => (event === 'bidPlaced' ? [data] : []));
      told.sort((a, b) => a.revision - b.revision);
      expect(told.map(({ revision }) => revision)).toEqual(accepted.map((_, i) => 2 + i));
      expect(told.map(({ bids }) => bids)).toEqual(accepted.map((_, i) => 1 + i));
      for (let i = 1; i < told.length; i++) expect(told[i]!.amount).toBeGreaterThan(told[i - 1]!.amount);
      expect(await other.items()).toEqual(await trial.items());
      expect(await trial.items()).toMatchObject([
        { leadingBid: told.at(-1)!.amount, leadingBidder: told.at(-1)!.bidder, bids: told.length },
      ]);
      await other.house.close();
    });

    test('events leave in the order of their revisions, however the requests were mixed', async () => {
      const { id } = await trial.item(ada, 1);
      await Promise.all([
        ...Array.from({ length: 20 }, (_, i) => trial.ask(ada, 'placeBid', { itemId: id, amount: i + 1 })),
        ...Array.from({ length: 20 }, (_, i) => trial.item(bert, 5, `item ${i}`)),
      ]);
      expect(trial.told.map(({ data }) => data.revision)).toEqual(trial.told.map((_, i) => i + 1));
      expect(trial.told).toHaveLength(41);
    });

    test('the revision and the list go on after the house was closed and opened again', async () => {
      const { id } = await trial.item(ada);
      await trial.granted(bert, 'placeBid', { itemId: id, amount: 1_000 });
      const before = await trial.ask({}, 'listItems');
      await trial.house.close();
      trial = new TrialHouse(url);
      expect(await trial.ask({}, 'listItems')).toEqual(before);
      const dora = await trial.user('Dora');
      expect(await trial.granted(dora, 'placeBid', { itemId: id, amount: 1_001 })).toMatchObject({ revision: 3 });
    });

    test(`nobody has more than ${ITEMS_LIMIT} items up`, async () => {
      for (let i = 0; i < ITEMS_LIMIT; i++) {
        await trial.item(ada, 1, `item ${i}`);
        trial.now += 100;
      }
      const data = { name: 'one more', description: '', minimumPrice: 1 };
      expect(await trial.ask(ada, 'addItem', data)).toMatchObject({ code: 'too-many' });
      await trial.granted(bert, 'addItem', data);
      await trial.granted(ada, 'removeItem', { itemId: 1 });
      await trial.granted(ada, 'addItem', data);
    });

    test('two houses that open an empty database at the same time both work', async () => {
      const fresh = await database.newUrl();
      const houses = Array.from({ length: 4 }, () => new TrialHouse(fresh));
      const lists = await Promise.all(houses.map((house) => house.ask({}, 'listItems')));
      expect(lists).toEqual(houses.map(() => ({ ok: true, items: [], revision: 0 })));
      for (const { house } of houses) await house.close();
    });
  });
}
