/** The Feathers application: its services, and the two ways to them, Socket.IO and REST. */
import { feathers } from '@feathersjs/feathers';
import { errorHandler, koa, rest } from '@feathersjs/koa';
import socketio from '@feathersjs/socketio';
import type { FeathersSocket } from '@feathersjs/socketio/lib/middleware.js';
import { COMPRESSES, EVERY_MESSAGE } from '../../kits/node/compression.ts';
import type { House } from '../../kits/node/house.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { auctionServices } from './auction.ts';
import type { Connection, ServerApp } from './callers.ts';
import { channels } from './channels.ts';
import { Exchange } from './exchange.ts';
import { answered, connected, mistakes, told, withoutQuery } from './hooks.ts';
import { postBody } from './post-body.ts';
import { roomService } from './room.ts';
import { ROOM_EVENTS, ROOM_METHODS } from './services.ts';
import { unknown } from './unknown.ts';

const COMPRESSION = COMPRESSES && EVERY_MESSAGE;

export interface FeathersApp {
  app: ServerApp;
  /** The house's ways to connections. */
  exchange: Exchange;
}

/** @param onSocket called with each connection of Socket.IO, before the house is told of it */
export function makeApp(house: House<Connection>, onSocket: (socket: FeathersSocket) => void): FeathersApp {
  const app: ServerApp = koa(feathers());
  const exchange = new Exchange(app, house);
  app.use(errorHandler());
  app.use(postBody(house, exchange));
  app.configure(rest());
  app.configure(
    socketio(
      {
        serveClient: false,
        maxHttpBufferSize: TRANSPORT_LIMIT_BYTES,
        perMessageDeflate: COMPRESSION,
        httpCompression: COMPRESSION,
      },
      (io) => void io.on('connection', onSocket),
    ),
  );
  app.hooks({ around: { all: [mistakes, withoutQuery] } });

  app.use('room', roomService(house, exchange), { methods: [...ROOM_METHODS], events: [...ROOM_EVENTS] });
  app.service('room').hooks({
    around: {
      echo: [connected],
      broadcast: [connected],
      sink: [connected],
      ask: [answered],
      join: [connected, answered],
      leave: [connected, answered],
    },
  });
  for (const [path, service] of Object.entries(auctionServices(house))) {
    app.use(path, service);
    app.service(path).hooks({ around: { all: [connected, answered, told] } });
  }
  app.configure(channels(house));
  app.configure(unknown(house));
  return { app, exchange };
}
