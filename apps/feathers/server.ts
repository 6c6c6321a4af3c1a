/** The Feathers app's server. */
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { attach } from './attach.ts';
import type { Connection } from './callers.ts';

// Otherwise the framework gives clients the stack of an error along with it.
process.env.NODE_ENV ??= 'production';

runServer<Connection>({
  framework: installedVersion('@feathersjs/feathers', import.meta.url),
  auction: auctionIn(),
  attach,
});
