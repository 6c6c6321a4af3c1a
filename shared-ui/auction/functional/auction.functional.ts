/** One half of the apps; `other-half.functional.ts` has the other. */
import { announceAuctions } from './announce-auctions.ts';

announceAuctions(0);
