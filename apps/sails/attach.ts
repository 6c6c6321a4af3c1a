/** The Sails app: few hooks, its own HTTP server, and in that the kit for all that is plain HTTP. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sailsModule from 'sails';
import socketsHook from 'sails-hook-sockets';
import type { Socket as Connection } from 'socket.io';
import type { House } from '../../kits/node/house.ts';
import { type Attached, keepConnectionsOpen } from '../../kits/node/server.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { actionsOn } from './actions.ts';
import { Exchange } from './exchange.ts';
import { guard } from './guard.ts';

/** Hooks that the app does without. */
const WITHOUT = ['blueprints', 'grunt', 'helpers', 'i18n', 'moduleloader', 'orm', 'policies', 'pubsub', 'responses'];
const AND_WITHOUT = ['security', 'services', 'session', 'userconfig', 'userhooks', 'views'];

/** Socket.IO's default. With Sails' 60 s it would take 85 s until a client is missed that polls no more. */
const PING_TIMEOUT_MS = 20_000;

/** An option of the engine that Sails does not pass on, and that its types hide. */
interface EngineServer {
  opts: { httpCompression: false };
}

/** The messages that Socket.IO's engine keeps for a connection until its transport can take them; the engine's types hide them. */
interface Engine {
  writeBuffer: { data?: string }[];
}

/** Returns the configuration: what in an app of files lies in `config/`. */
function configOf(http: Server, actions: object) {
  const off = [...WITHOUT, ...AND_WITHOUT].map((hook) => [hook, false]);
  return {
    environment: 'production',
    globals: false,
    log: { level: 'error' },
    hooks: { ...Object.fromEntries(off), sockets: socketsHook },
    routes: actions,
    http: {
      middleware: {
        order: ['kit'],
        kit: (request: IncomingMessage, response: ServerResponse) => void http.emit('request', request, response),
      },
    },
    sockets: {
      transports: ['polling', 'websocket'],
      maxHttpBufferSize: TRANSPORT_LIMIT_BYTES,
      pingTimeout: PING_TIMEOUT_MS,
      // In production Sails wants to know which origins may connect. Any: there are no cookies.
      beforeConnect: (_handshake: unknown, proceed: (error: undefined, allowed: boolean) => void) =>
        proceed(undefined, true),
    },
  };
}

export function attach(http: Server, house: House<Connection>): Attached<Connection> {
  const sails = new sailsModule.Sails();
  const exchange = new Exchange(sails, house);

  /** Loads the app, and has its connections known to the house. */
  async function load(): Promise<Server> {
    const config = configOf(http, actionsOn(house, exchange));
    await new Promise<void>((resolve, reject) => sails.load(config, (error) => (error ? reject(error) : resolve())));
    // On by default for answers to polls; messages are compressed where that is asked for.
    (sails.io.engine as unknown as EngineServer).opts.httpCompression = false;
    sails.io.on('connection', (connection) => {
      guard(sails, house, connection);
      house.connect(connection);
      connection.on('disconnect', () => house.disconnect(connection));
    });
    const { server } = sails.hooks.http;
    keepConnectionsOpen(server);
    return server;
  }

  return {
    send: (connection, event, data) => exchange.send(connection, event, data),
    broadcast: (event, data) => exchange.broadcast(event, data),
    waiting({ conn }) {
      const { writeBuffer } = conn as unknown as Engine;
      return writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
    },
    addressOf: (connection) => connection.handshake.address,
    // Not `disconnectSockets`: it has clients stay away.
    endAll: () => void sails.io.engine.close(),
    listener: {
      // Not by `lift`, which takes no backlog, and has signals end the process before the kit can.
      async listen(place) {
        const server = await load();
        await new Promise<void>((resolve, reject) => {
          server.once('error', reject);
          server.listen(place, () => {
            server.off('error', reject);
            server.on('error', (error) => console.error(error));
            resolve();
          });
        });
        return (server.address() as AddressInfo).port;
      },
      close: (closed) => sails.lower(closed),
    },
  };
}
