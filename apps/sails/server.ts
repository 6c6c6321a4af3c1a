/** The Sails app's server. */
import type { Socket as Connection } from 'socket.io';
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { attach } from './attach.ts';

// Sails, Express and their parts look at it as they are loaded.
process.env.NODE_ENV ??= 'production';

runServer<Connection>({
  framework: installedVersion('sails', import.meta.url),
  auction: auctionIn(),
  attach,
});
