/** The server of the Socket.IO app on Bun: that of Node.js, on another runtime. */
import type { Socket as Connection } from 'socket.io';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { serverOn, wire } from '../socket.io/wire.ts';
import { bun, deepenBacklog } from './bun.ts';

runServer<Connection>({
  framework: installedVersion('socket.io', import.meta.url),
  runtime: bun,
  attach(http, house) {
    http.once('listening', deepenBacklog);
    return wire(serverOn(http), house);
  },
});
