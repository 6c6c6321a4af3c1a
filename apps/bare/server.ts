/** The bare app's server: Node's http and `ws`, nothing else. */
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import type { Connection } from './client-connection.ts';
import { wire } from './wire.ts';

runServer<Connection>({
  framework: `ws ${installedVersion('ws', import.meta.url)}`,
  auction: auctionIn(),
  attach: wire,
});
