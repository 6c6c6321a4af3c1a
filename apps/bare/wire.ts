/** Wires the platform's WebSockets and HTTP sessions to what an app is. */
import type { Server } from 'node:http';
import { encodeEvent } from '../../kits/node/envelope.ts';
import type { House } from '../../kits/node/house.ts';
import type { Attached } from '../../kits/node/server.ts';
import { type Connection, Outgoing } from './client-connection.ts';
import { HttpSessions } from './http-sessions.ts';
import { answerRest } from './rest.ts';
import { acceptWebSockets } from './web-sockets.ts';

export function wire(http: Server, house: House<Connection>): Attached<Connection> {
  const connections = new Set<Connection>();
  const addresses = new WeakMap<Connection, string | undefined>();
  const registry = {
    opened(connection: Connection, address: string | undefined) {
      connections.add(connection);
      addresses.set(connection, address);
      house.connect(connection);
    },
    ended(connection: Connection) {
      if (connections.delete(connection)) house.disconnect(connection);
    },
  };
  acceptWebSockets(http, house, registry);
  const sessions = new HttpSessions(house, registry);
  return {
    send: (connection, event, data) => connection.send(new Outgoing(encodeEvent(event, data))),
    broadcast(event, data) {
      const outgoing = new Outgoing(encodeEvent(event, data));
      for (const connection of connections) connection.send(outgoing);
    },
    waiting: (connection) => connection.waiting,
    endAll() {
      for (const connection of connections) connection.end('the server stops');
    },
    addressOf: (connection) => addresses.get(connection),
    handle: (request, response) => answerRest(house, registry, request, response) || sessions.handle(request, response),
  };
}
