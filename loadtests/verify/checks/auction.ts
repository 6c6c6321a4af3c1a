/** The auction house: the conversations that are recorded for every language, over the app's own connections. */
import { readConversations } from '../../../shared-ui/auction/conversation.ts';
import { playLive } from '../auction-player.ts';
import type { Check } from '../check.ts';

const RULES: Record<string, string> = {
  accounts: 'Users register, log in by password or token, and log out as the contract of the auction house says.',
  amounts: 'Prices, bids and numbers of items that cannot be are refused for what is wrong with them.',
  hostile: 'Requests of the auction house whose data has a wrong shape or type are refused, and change nothing.',
  items: 'Items are added, bid on and removed by the rules; every change is told to all, with the next revision.',
  texts: 'Names, descriptions and passwords are kept as text, in normal form C, or refused with a sentence.',
};

const conversations = readConversations().filter(({ kitsOnly }) => !kitsOnly);

export const auctionChecks: Check[] = Object.entries(RULES).map(([topic, rule]) => ({
  name: `auction, ${topic}`,
  rule,
  scope: 'transport',
  // Everybody is told of every change; and each server needs an empty database.
  needs: (verbs, app) =>
    app.features.includes('auction') && app.databases.includes('sqlite') && verbs.includes('publish'),
  run: async (context) => {
    for (const conversation of conversations) if (conversation.topic === topic) await playLive(context, conversation);
    return undefined;
  },
}));
