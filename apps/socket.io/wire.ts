/** Wires Socket.IO to what an app is: connections and what they send in, what the server says out. */
import type { Server as HttpServer } from 'node:http';
import { type Socket as Connection, Server } from 'socket.io';
import { COMPRESSES, EVERY_MESSAGE } from '../../kits/node/compression.ts';
import type { ConnectionEvents } from '../../kits/node/house.ts';
import { RECOVERS } from '../../kits/node/recovery.ts';
import type { Attached } from '../../kits/node/server.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';

/** The messages that the framework's engine keeps for a connection until its transport can take them; the engine's types hide them. */
interface Engine {
  writeBuffer: { data?: string }[];
}

const waiting = ({ conn }: Connection): number => {
  const { writeBuffer } = conn as unknown as Engine;
  return writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
};

/** By default the library compresses answers to polls of 1 KiB or more, and no WebSocket. */
const COMPRESSION = COMPRESSES && EVERY_MESSAGE;

/** Socket.IO on `http`. */
export function serverOn(http: HttpServer): Server {
  return new Server(http, {
    serveClient: false,
    maxHttpBufferSize: TRANSPORT_LIMIT_BYTES,
    perMessageDeflate: COMPRESSION,
    httpCompression: COMPRESSION,
    ...(RECOVERS ? { connectionStateRecovery: {} } : {}),
  });
}

export function wire(io: Server, events: ConnectionEvents<Connection>): Attached<Connection> {
  io.on('connection', (connection) => {
    events.connect(connection);
    connection.on('disconnect', () => events.disconnect(connection));
    // Before 4.5 the library accepts from a client the packet by which servers refuse connections, and emits it as an error.
    connection.on('error', () => events.unreadable(connection));
    connection.onAny((event: unknown, data: unknown, reply: unknown) => {
      // The wire format allows a number where the event's name belongs.
      if (typeof event !== 'string') events.unreadable(connection);
      else if (typeof data === 'function') events.request(connection, event, undefined).then((answer) => data(answer));
      else if (typeof reply === 'function') events.request(connection, event, data).then((answer) => reply(answer));
      else events.receive(connection, event, data);
    });
  });
  return {
    send: (connection, event, data) => connection.emit(event, data),
    broadcast: (event, data) => io.emit(event, data),
    waiting,
    addressOf: (connection) => connection.handshake.address,
    // Not `disconnectSockets`: it has clients stay away.
    endAll: () => void io.engine.close(),
  };
}
