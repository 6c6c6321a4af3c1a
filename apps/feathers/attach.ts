/** Puts the application on a server: Socket.IO beside it, REST under a path of its own. */
import type { Server } from 'node:http';
import type { Socket } from 'socket.io';
import type { House } from '../../kits/node/house.ts';
import type { Attached } from '../../kits/node/server.ts';
import { makeApp } from './app.ts';
import type { Connection } from './callers.ts';
import { REST_PREFIX } from './services.ts';

/** The messages that Socket.IO's engine keeps for a connection until its transport can take them; the engine's types hide them. */
interface Engine {
  writeBuffer: { data?: string }[];
}

export function attach(http: Server, house: House<Connection>): Attached<Connection> {
  const sockets = new WeakMap<Connection, Socket>();
  const { app, exchange } = makeApp(house, (socket) => void sockets.set(socket.feathers!, socket));
  void app.setup(http);
  const answer = app.callback();
  return {
    send: (connection, event, data) => exchange.send(connection, event, data),
    broadcast: (event, data) => exchange.broadcast(event, data),
    waiting(connection) {
      const engine = sockets.get(connection)?.conn as Engine | undefined;
      return engine?.writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0) ?? 0;
    },
    addressOf: (connection) => sockets.get(connection)?.handshake.address,
    handle(request, response) {
      if (!request.url!.startsWith(`${REST_PREFIX}/`)) return false;
      request.url = request.url!.slice(REST_PREFIX.length);
      void answer(request, response);
      return true;
    },
    // Not `disconnectSockets`: it has clients stay away.
    endAll: () => void app.io.engine.close(),
  };
}
