/** Apps whose auction house breaks one rule each. */
import type { Events, Item, Login, Requests } from '../../../shared-ui/auction/contract.ts';
import type { Event, Sabotage } from './fake-server.ts';
import { changing, merged, replying, type Saboteur } from './sabotage.ts';

/** Changes what is asked by requests of this name. */
const asking = (event: string, change: (data: never) => unknown): Sabotage => ({
  ask: (asked: Event) => (asked.event === event ? { event, data: change(asked.data as never) } : asked),
});

type Bid = Requests['placeBid']['data'];

/** Changes each item of the list. */
const listing = (change: (item: Item) => Item[]): Sabotage =>
  replying('listItems', (reply) => ({ items: (reply.items as Item[]).flatMap(change) }));

export const SABOTEURS_OF_AUCTION: Saboteur[] = [
  [
    'auction, accounts',
    'gives tokens that can be guessed',
    replying('register', () => ({ token: 'Nora-1' })),
    /"a new user is logged in for a week", a asked register .*reply\.token must be .* but is "Nora-1"/,
  ],
  [
    'auction, accounts',
    'logs in for an hour',
    replying('logIn', (reply) => ({ expiresAt: new Date(Date.parse((reply as unknown as Login).expiresAt) - 6e8) })),
    /reply\.expiresAt must be \{"\$ms":604800000\}/,
  ],
  [
    'auction, accounts',
    'says that there is no such user',
    { reply: (reply) => (reply.ok || reply.code !== 'wrong-login' ? reply : { ...reply, reason: 'Who is Nobody?' }) },
    /"a wrong password and an unknown name", .*reply\.reason must be "This name and this password/,
  ],
  [
    'auction, accounts',
    'logs nobody out',
    {
      ask: (asked) => (asked.event === 'logOut' ? { event: 'logOut', data: [] } : asked),
      reply: (reply, event) => (event === 'logOut' ? { ok: true } : reply),
    },
    /"a password logs in"|"logging out ends the token"|"requests of one connection/,
  ],
  [
    'auction, items',
    'tells nobody of bids',
    changing('bidPlaced', () => []),
    /"bids on an item", what the onlooker was told is wrong: told must be: itemAdded, bidPlaced, .* it is: itemAdded$/,
  ],
  [
    'auction, items',
    'tells only some',
    changing('itemAdded', (added: Events['itemAdded'], nth) => (nth % 2 === 1 ? [added] : [])),
    /was told is wrong: told must be: itemAdded; but it is: nothing/,
  ],
  [
    'auction, items',
    'leaves revisions out',
    changing('itemAdded', (added: Events['itemAdded']) => [{ ...added, revision: added.revision + 1 }]),
    /itemAdded \(event 1\)\.revision must be 1, but is 2/,
  ],
  [
    'auction, items',
    'lists nothing',
    listing(() => []),
    /"an item is added", a asked listItems .*reply\.items must have/,
  ],
  [
    'auction, items',
    'takes every bid',
    { reply: (reply) => (reply.ok || reply.code !== 'bid-too-low' ? reply : { ok: true }) },
    /"bids on an item", Bert asked placeBid/,
  ],
  [
    'auction, texts',
    'escapes markup',
    listing((item) => [{ ...item, addedBy: item.addedBy.replace('<', '&lt;') }]),
    /"text that looks like SQL or markup", .*addedBy must be .* but is .*&lt;img/,
  ],
  [
    'auction, amounts',
    'rounds',
    asking('placeBid', ({ itemId, amount }: Bid) => ({ itemId, amount: Math.ceil(amount) })),
    /"amounts of bids", Ada asked placeBid .*reply\.code must be "invalid", but is "no-such-item"/,
  ],
  ['auction, hostile', 'merges __proto__', { ask: ({ event, data }) => ({ event, data: merged(data) }) }, /__proto__/],
  [
    'auction, hostile',
    'takes numbers for texts',
    asking('addItem', (data: { name?: unknown } | null) =>
      typeof data?.name === 'number' ? { ...data, name: String(data.name) } : data,
    ),
    /"fields of another type", Ada asked addItem/,
  ],
];
