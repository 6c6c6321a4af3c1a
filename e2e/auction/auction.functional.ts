/** The first share of the apps; the files beside it have the others. */
import { announceAuctions } from './announce-auctions.ts';

announceAuctions(0);
