/** The auction house of a fake app: the Node kit's, in memory, with cheap passwords. */
import { AuctionHouse } from '../../../apps/node-kit/auction/auction-house.ts';
import { parseDatabaseUrl } from '../../../apps/node-kit/auction/database-url.ts';
import { Passwords } from '../../../apps/node-kit/auction/passwords.ts';

export { isRequestName as isAuctionRequest } from '../../../apps/node-kit/auction/input.ts';

/** @param tell says an event to every connection */
export function fakeAuction<Connection>(tell: (event: string, data: unknown) => void): AuctionHouse<Connection> {
  return new AuctionHouse<Connection>({
    database: parseDatabaseUrl('sqlite::memory:'),
    broadcast: tell,
    passwords: new Passwords(1_000),
  });
}
