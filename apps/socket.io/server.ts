/** The Socket.IO app's server. */
import type { Socket as Connection } from 'socket.io';
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { serverOn, wire } from './wire.ts';

runServer<Connection>({
  framework: installedVersion('socket.io', import.meta.url),
  auction: auctionIn(),
  attach: (http, house) => wire(serverOn(http), house),
});
