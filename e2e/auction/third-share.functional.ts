import { announceAuctions } from './announce-auctions.ts';

announceAuctions(2);
