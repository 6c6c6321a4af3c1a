/** The bare server on Bun: that of Node.js, on another runtime. */
import { runServer } from '../../kits/node/server.ts';
import type { Connection } from '../bare/client-connection.ts';
import { wire } from '../bare/wire.ts';
import { bun, deepenBacklog } from '../socket.io-bun/bun.ts';

runServer<Connection>({
  framework: `${bun.version}, its own WebSockets`,
  runtime: bun,
  attach(http, house) {
    http.once('listening', deepenBacklog);
    return wire(http, house);
  },
});
