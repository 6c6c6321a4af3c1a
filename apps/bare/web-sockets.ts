/** WebSocket: one text frame, one envelope. */
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import { COMPRESSES, EVERY_MESSAGE } from '../../kits/node/compression.ts';
import { receiveText } from '../../kits/node/envelope.ts';
import type { House } from '../../kits/node/house.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import {
  type Connection,
  CUT_MS,
  type Outgoing,
  QUEUE_LIMIT_BYTES,
  type Registry,
  TOO_SLOW,
  write,
} from './client-connection.ts';

/** Close code "going away": the server ends the connection, and says why in the reason. */
const GOING_AWAY = 1001;

export function acceptWebSockets(http: Server, house: House<Connection>, registry: Registry): void {
  const server = new WebSocketServer({
    server: http,
    path: '/bare/websocket',
    perMessageDeflate: COMPRESSES && EVERY_MESSAGE,
    maxPayload: TRANSPORT_LIMIT_BYTES,
  });
  server.on('connection', (socket, request) => {
    const connection = new WebSocketConnection(socket, registry);
    registry.opened(connection, request.socket.remoteAddress);
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) house.unreadable(connection);
      else receiveText(house, connection, data.toString(), write);
    });
    socket.on('close', () => registry.ended(connection));
    // A frame that breaks the protocol or the limit; `close` follows.
    socket.on('error', () => {});
  });
}

class WebSocketConnection implements Connection {
  readonly #socket: WebSocket;
  readonly #registry: Registry;

  constructor(socket: WebSocket, registry: Registry) {
    this.#socket = socket;
    this.#registry = registry;
  }

  get waiting(): number {
    return this.#socket.bufferedAmount;
  }

  send(outgoing: Outgoing): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    if (this.waiting > QUEUE_LIMIT_BYTES) this.end(TOO_SLOW);
    else socket.send(outgoing.bytes, { binary: false });
  }

  end(reason: string): void {
    this.#registry.ended(this);
    this.#socket.close(GOING_AWAY, reason);
    setTimeout(() => this.#socket.terminate(), CUT_MS).unref();
  }
}
