/** The Socket.IO app's server. */
import type { Socket as Connection } from 'socket.io';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { serverOn, wire } from './wire.ts';

runServer<Connection>({
  framework: installedVersion('socket.io', import.meta.url),
  attach: (http, house) => wire(serverOn(http), house),
});
