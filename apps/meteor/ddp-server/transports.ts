/** SockJS at `/sockjs`, and WebSockets at `/websocket`, which is SockJS's raw WebSocket under another path. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex, Writable } from 'node:stream';
import deflate from 'permessage-deflate';
import { type Connection, createServer } from 'sockjs';
import type { Limits } from './limits.ts';
import type { Session, Wire } from './session.ts';

const PREFIX = '/sockjs';
const RAW = '/websocket';
/** The time between two signs of life of SockJS's own, as Meteor sets it, ms. */
const HEARTBEAT_MS = 45_000;

/**
 * The library's buffer of a connection's texts; its types hide it. A raw WebSocket has no buffer above the socket's. Over HTTP `recv`
 * is the request that is open, if any.
 */
interface Kept {
  send_buffer?: string[];
  recv?: { connection?: Writable; response?: Writable } | null;
}

/** A frame or a request's body with more bytes than a message may have characters ends its connection. */
export function attachTransports(
  http: Server,
  limits: Limits,
  compresses: boolean,
  connect: (wire: Wire) => Session,
): void {
  const sockjs = createServer({
    prefix: PREFIX,
    heartbeat_delay: HEARTBEAT_MS,
    disconnect_delay: limits.idleMs,
    // The page of the iframe transports would load the client from here instead of a CDN.
    sockjs_url: '/sockjs.js',
    faye_server_options: { maxLength: limits.message, extensions: compresses ? [deflate] : [] },
    log: (severity: string, line: string) => {
      if (severity === 'error') console.error(line);
    },
  } as Parameters<typeof createServer>[0]);
  sockjs.on('connection', (connection) => {
    const session = connect({
      address: connection.remoteAddress,
      write: (text) => connection.write(text),
      waiting: () => waitingOf(connection),
      close: () => connection.close(),
    });
    connection.on('close', () => session.ended());
    // Over SockJS the library hands over whatever JSON value stood where a string belongs: that is no message either.
    connection.on('data', (text: unknown) => session.receive(typeof text === 'string' ? text : 'not text'));
  });
  sockjs.installHandlers(http);
  http.prependListener('request', (request: IncomingMessage) => limitBody(request, limits.message));
  http.prependListener('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    if (pathname === RAW) request.url = `${PREFIX}${RAW}`;
    else if (!pathname.startsWith(`${PREFIX}/`)) socket.destroy();
  });
}

function waitingOf(connection: Connection): number {
  const { send_buffer, recv } = (connection as unknown as { _session: Kept })._session;
  const kept = (send_buffer ?? []).reduce((sum, text) => sum + text.length, 0);
  return kept + ((recv?.response ?? recv?.connection)?.writableLength ?? 0);
}

/** The library keeps the body of a POST in memory however long it is. */
function limitBody(request: IncomingMessage, limit: number): void {
  // A listener makes a body flow: that of somebody else's request would be gone before its reader is there.
  if (request.method !== 'POST' || !request.url?.startsWith(`${PREFIX}/`)) return;
  let left = limit;
  request.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) request.destroy();
  });
}
