/** The auction house: the conversations that are recorded for every language, over the app's own connections. */
import type { Events, Item, Login, Requests } from '../../../shared-ui/auction/contract.ts';
import { readConversations } from '../../../shared-ui/auction/conversation.ts';
import { playLive } from '../auction-player.ts';
import type { Check } from '../check.ts';
import { changing, type Event, merged, replying, type Sabotage } from '../sabotage.ts';

/** Changes what is asked by requests of this name. */
const asking = (event: string, change: (data: never) => unknown): Sabotage => ({
  ask: (asked: Event) => (asked.event === event ? { event, data: change(asked.data as never) } : asked),
});

type Bid = Requests['placeBid']['data'];

/** Changes each item of the list. */
const listing = (change: (item: Item) => Item[]): Sabotage =>
  replying('listItems', (reply) => ({ items: (reply.items as Item[]).flatMap(change) }));

const CHECKS: Record<string, Pick<Check, 'rule' | 'saboteurs'>> = {
  accounts: {
    rule: 'Users register, log in by password or token, and log out as the contract of the auction house says.',
    saboteurs: [
      [
        'gives tokens that can be guessed',
        replying('register', () => ({ token: 'Nora-1' })),
        /"a new user is logged in for a week", a asked register .*reply\.token must be .* but is "Nora-1"/,
      ],
      [
        'logs in for an hour',
        replying('logIn', (reply) => ({
          expiresAt: new Date(Date.parse((reply as unknown as Login).expiresAt) - 6e8),
        })),
        /reply\.expiresAt must be \{"\$ms":604800000\}/,
      ],
      [
        'says that there is no such user',
        {
          reply: (reply) => (reply.ok || reply.code !== 'wrong-login' ? reply : { ...reply, reason: 'Who is Nobody?' }),
        },
        /"a wrong password and an unknown name", .*reply\.reason must be "This name and this password/,
      ],
      [
        'logs nobody out',
        {
          ask: (asked) => (asked.event === 'logOut' ? { event: 'logOut', data: [] } : asked),
          reply: (reply, event) => (event === 'logOut' ? { ok: true } : reply),
        },
        /"a password logs in"|"logging out ends the token"|"requests of one connection/,
      ],
    ],
  },
  amounts: {
    rule: 'Prices, bids and numbers of items that cannot be are refused for what is wrong with them.',
    saboteurs: [
      [
        'rounds',
        asking('placeBid', ({ itemId, amount }: Bid) => ({ itemId, amount: Math.ceil(amount) })),
        /"amounts of bids", Ada asked placeBid .*reply\.code must be "invalid", but is "no-such-item"/,
      ],
    ],
  },
  hostile: {
    rule: 'Requests of the auction house whose data has a wrong shape or type are refused, and change nothing.',
    saboteurs: [
      ['merges __proto__', { ask: ({ event, data }) => ({ event, data: merged(data) }) }, /__proto__/],
      [
        'takes numbers for texts',
        asking('addItem', (data: { name?: unknown } | null) =>
          typeof data?.name === 'number' ? { ...data, name: String(data.name) } : data,
        ),
        /"fields of another type", Ada asked addItem/,
      ],
    ],
  },
  items: {
    rule: 'Items are added, bid on and removed by the rules; every change is told to all, with the next revision.',
    saboteurs: [
      [
        'tells nobody of bids',
        changing('bidPlaced', () => []),
        /"bids on an item", what the onlooker was told is wrong: told must be: itemAdded, bidPlaced, .* it is: itemAdded$/,
      ],
      [
        'tells only some',
        changing('itemAdded', (added: Events['itemAdded'], nth) => (nth % 2 === 1 ? [added] : [])),
        /was told is wrong: told must be: itemAdded; but it is: nothing/,
      ],
      [
        'leaves revisions out',
        changing('itemAdded', (added: Events['itemAdded']) => [{ ...added, revision: added.revision + 1 }]),
        /itemAdded \(event 1\)\.revision must be 1, but is 2/,
      ],
      ['lists nothing', listing(() => []), /"an item is added", a asked listItems .*reply\.items must have/],
      [
        'takes every bid',
        { reply: (reply) => (reply.ok || reply.code !== 'bid-too-low' ? reply : { ok: true }) },
        /"bids on an item", Bert asked placeBid/,
      ],
    ],
  },
  texts: {
    rule: 'Names, descriptions and passwords are kept as text, in normal form C, or refused with a sentence.',
    saboteurs: [
      [
        'escapes markup',
        listing((item) => [{ ...item, addedBy: item.addedBy.replace('<', '&lt;') }]),
        /"text that looks like SQL or markup", .*addedBy must be .* but is .*&lt;img/,
      ],
    ],
  },
};

const conversations = readConversations().filter(({ kitsOnly }) => !kitsOnly);

export const auctionChecks: Check[] = Object.entries(CHECKS).map(([topic, { rule, saboteurs }]) => ({
  name: `auction, ${topic}`,
  rule,
  see: 'shared-ui/auction/README.md',
  scope: 'transport',
  // Everybody is told of every change; and each server needs an empty database.
  needs: (verbs, app) =>
    app.features.includes('auction') && app.databases.includes('sqlite') && verbs.includes('publish'),
  run: async (context) => {
    for (const conversation of conversations) if (conversation.topic === topic) await playLive(context, conversation);
  },
  saboteurs,
}));
