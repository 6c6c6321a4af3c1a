/** The items and the bids on them: the rules of the auction. */
import { type EventName, type Events, type Item, LIMITS, type Requests } from '../../../shared-ui/auction/contract.ts';
import { formatMoney } from '../../../shared-ui/auction/money.ts';
import { checkLogin, type Identity } from './accounts.ts';
import type { Database } from './database.ts';
import { Refusal } from './refusal.ts';
import type { Queries } from './tables.ts';

/** Sends an event to every connection. */
export type Tell = <Name extends EventName>(event: Name, data: Events[Name]) => void;

/** Most items of one user that may be up at once. */
const ITEMS_LIMIT = 200;

type Row = Awaited<ReturnType<typeof readItems>>[number];

/** The house's revision and its items, of the same moment: one statement sees one state. Null columns when it is empty. */
function readItems(queries: Queries, itemId?: number) {
  return queries
    .selectFrom('house')
    .leftJoin('items', (join) => {
      const up = join.on('items.removed_at', 'is', null);
      return itemId === undefined ? up : up.on('items.id', '=', itemId);
    })
    .leftJoin('users as owner', 'owner.id', 'items.added_by')
    .leftJoin('bids', (join) =>
      join.onRef('bids.item_id', '=', 'items.id').on('bids.number', '=', (builder) =>
        builder
          .selectFrom('bids as earlier')
          .select(({ fn }) => fn.max('earlier.number').as('last'))
          .whereRef('earlier.item_id', '=', 'items.id'),
      ),
    )
    .leftJoin('users as bidder', 'bidder.id', 'bids.bidder')
    .select([
      'house.revision',
      'items.id',
      'items.name',
      'items.description',
      'items.minimum_price',
      'items.added_by',
      'items.added_at',
      'owner.name as owner',
      'bids.amount',
      'bids.number',
      'bidder.name as bidder',
    ])
    .orderBy('items.id')
    .execute();
}

function itemOf(row: Row): Item {
  return {
    id: row.id as number,
    name: row.name as string,
    description: row.description as string,
    minimumPrice: row.minimum_price as number,
    addedBy: row.owner as string,
    addedAt: new Date(row.added_at as number).toISOString(),
    leadingBid: row.amount as number | null,
    leadingBidder: row.bidder as string | null,
    bids: (row.number as number | null) ?? 0,
  };
}

async function findItem(queries: Queries, itemId: number): Promise<{ item: Item; ownerId: number }> {
  const [row] = await readItems(queries, itemId);
  if (row === undefined || row.id === null) {
    throw new Refusal('no-such-item', 'This item is not there any more: it was removed.', 'itemId');
  }
  return { item: itemOf(row), ownerId: row.added_by as number };
}

/** @throws Refusal when `amount` cannot lead */
function checkBid({ leadingBid, leadingBidder, minimumPrice }: Item, amount: number): void {
  if (leadingBid === null) {
    if (amount >= minimumPrice) return;
    throw new Refusal('bid-too-low', `The minimum price is ${formatMoney(minimumPrice)}. Bid at least that.`, 'amount');
  }
  if (amount > leadingBid) return;
  const leads = `${leadingBidder} leads with ${formatMoney(leadingBid)}`;
  const hint = leadingBid < LIMITS.price ? 'Bid more than that.' : 'Nobody can bid more.';
  throw new Refusal('bid-too-low', `${leads}. ${hint}`, 'amount');
}

export class Items {
  readonly #database: Database;
  readonly #tell: Tell;
  readonly #now: () => number;

  /** @param tell called with the event of each change, once it is durable */
  constructor(database: Database, tell: Tell, now: () => number) {
    this.#database = database;
    this.#tell = tell;
    this.#now = now;
  }

  async list(): Promise<Requests['listItems']['reply']> {
    const rows = await this.#database.retried(() => readItems(this.#database.kysely));
    return { items: rows.filter((row) => row.id !== null).map(itemOf), revision: rows[0]!.revision };
  }

  add(who: Identity, { name, description, minimumPrice }: Requests['addItem']['data']) {
    return this.#database.change<Requests['addItem']['reply']>({
      make: async (transaction, revision) => {
        const now = this.#now();
        await checkLogin(transaction, who, now);
        const { up } = await transaction
          .selectFrom('items')
          .select(({ fn }) => fn.countAll<number>().as('up'))
          .where('added_by', '=', who.userId)
          .where('removed_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (up >= ITEMS_LIMIT) {
          throw new Refusal('too-many', `You have ${ITEMS_LIMIT} items up, which is the most. Remove one first.`);
        }
        const { insertId } = await transaction
          .insertInto('items')
          .values({ name, description, minimum_price: minimumPrice, added_by: who.userId, added_at: now })
          .executeTakeFirstOrThrow();
        return { item: (await findItem(transaction, Number(insertId))).item, revision };
      },
      kept: ({ item, revision }) => this.#tell('itemAdded', { revision, item }),
    });
  }

  /** The item goes from the list; it and its bids stay in the database. */
  async remove(who: Identity, itemId: number): Promise<Requests['removeItem']['reply']> {
    const { revision } = await this.#database.change({
      make: async (transaction, revision) => {
        const now = this.#now();
        await checkLogin(transaction, who, now);
        const { item, ownerId } = await findItem(transaction, itemId);
        if (ownerId !== who.userId) {
          throw new Refusal('not-yours', `Only ${item.addedBy}, who added this item, can remove it.`, 'itemId');
        }
        await transaction.updateTable('items').set({ removed_at: now }).where('id', '=', itemId).execute();
        return { revision, name: item.name };
      },
      kept: ({ revision, name }) => this.#tell('itemRemoved', { revision, itemId, name, removedBy: who.user }),
    });
    return { revision };
  }

  bid(who: Identity, itemId: number, amount: number) {
    return this.#database.change<Requests['placeBid']['reply']>({
      // A bid that is too low now will never lead: in a crowd that bids on one item, the losers need no transaction.
      check: async () => checkBid((await findItem(this.#database.kysely, itemId)).item, amount),
      make: async (transaction, revision) => {
        const now = this.#now();
        await checkLogin(transaction, who, now);
        const { item } = await findItem(transaction, itemId);
        checkBid(item, amount);
        const bids = item.bids + 1;
        await transaction
          .insertInto('bids')
          .values({ item_id: itemId, number: bids, amount, bidder: who.userId, placed_at: now })
          .execute();
        return { item: { ...item, leadingBid: amount, leadingBidder: who.user, bids }, revision };
      },
      kept: ({ item, revision }) =>
        this.#tell('bidPlaced', { revision, itemId, name: item.name, amount, bidder: who.user, bids: item.bids }),
    });
  }
}
