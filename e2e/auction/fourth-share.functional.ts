import { announceAuctions } from './announce-auctions.ts';

announceAuctions(3);
