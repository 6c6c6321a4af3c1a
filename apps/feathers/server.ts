/** The Feathers app's server. */
import type { Socket } from 'socket.io';
import { runServer } from '../node-kit/server.ts';
import { installedVersion } from '../node-kit/versions.ts';
import { makeApp } from './app.ts';
import type { Connection } from './callers.ts';
import { REST_PREFIX } from './services.ts';

// Otherwise the framework gives clients the stack of an error along with it.
process.env.NODE_ENV ??= 'production';

/** What Socket.IO's engine keeps for a connection until its transport can take it; the engine's types hide it. */
interface Engine {
  writeBuffer: { data?: string }[];
}

const sockets = new WeakMap<Connection, Socket>();

function waiting(connection: Connection): number {
  const engine = sockets.get(connection)?.conn as Engine | undefined;
  return engine?.writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0) ?? 0;
}

runServer<Connection>({
  framework: installedVersion('@feathersjs/feathers', import.meta.url),
  attach(http, house) {
    const { app, exchange } = makeApp(house, (socket) => void sockets.set(socket.feathers!, socket));
    void app.setup(http);
    const answer = app.callback();
    return {
      send: (connection, event, data) => exchange.send(connection, event, data),
      broadcast: (event, data) => exchange.broadcast(event, data),
      waiting,
      addressOf: (connection) => sockets.get(connection)?.handshake.address,
      handle(request, response) {
        if (!request.url!.startsWith(`${REST_PREFIX}/`)) return false;
        request.url = request.url!.slice(REST_PREFIX.length);
        void answer(request, response);
        return true;
      },
      endAll: () => app.io.disconnectSockets(true),
    };
  },
});
