/** The SockJS app's server. */
import type { Writable } from 'node:stream';
import deflate from 'permessage-deflate';
import { type Connection, createServer } from 'sockjs';
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { COMPRESSES } from '../../kits/node/compression.ts';
import { encodeEvent, receiveText } from '../../kits/node/envelope.ts';
import { runServer } from '../../kits/node/server.ts';
import { installedVersion } from '../../kits/node/versions.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { LEAVE } from './leave.ts';
import { limitBodies } from './limit-bodies.ts';

const connections = new Set<Connection>();

const write = (connection: Connection, text: string) => {
  connection.write(text);
};

/** The library's buffer of a connection's texts; its types hide it. Over HTTP `recv` is the request that is open, if any. */
interface Session {
  send_buffer: string[];
  recv: { connection?: Writable; response?: Writable } | null;
}

const waiting = (connection: Connection): number => {
  const { send_buffer, recv } = (connection as unknown as { _session: Session })._session;
  const kept = send_buffer.reduce((sum, text) => sum + text.length, 0);
  return kept + ((recv?.response ?? recv?.connection)?.writableLength ?? 0);
};

const options = {
  prefix: '/sockjs',
  // The page of the iframe transports, which Outcry does not use, would load the client from here instead of a CDN.
  sockjs_url: '/sockjs.js',
  faye_server_options: { maxLength: TRANSPORT_LIMIT_BYTES, ...(COMPRESSES ? { extensions: [deflate] } : {}) },
  log: (severity: string, line: string) => {
    if (severity === 'error') console.error(line);
  },
};

runServer<Connection>({
  framework: installedVersion('sockjs', import.meta.url),
  auction: auctionIn(),
  attach(http, house) {
    const sockjs = createServer(options);
    sockjs.on('connection', (connection) => {
      connections.add(connection);
      house.connect(connection);
      const ended = () => {
        connections.delete(connection);
        house.disconnect(connection);
      };
      connection.on('close', ended);
      connection.on('data', (text: unknown) => {
        if (text === LEAVE) {
          connection.close();
          // The library's own `close` event follows seconds later.
          ended();
        }
        // The library hands over whatever JSON value stood where a string belongs.
        else if (typeof text === 'string') receiveText(house, connection, text, write);
        else house.unreadable(connection);
      });
    });
    sockjs.installHandlers(http);
    limitBodies(http, options.prefix, TRANSPORT_LIMIT_BYTES);
    return {
      send: (connection, event, data) => write(connection, encodeEvent(event, data)),
      broadcast(event, data) {
        const text = encodeEvent(event, data);
        for (const connection of connections) connection.write(text);
      },
      waiting,
      addressOf: (connection) => connection.remoteAddress,
      endAll() {
        for (const connection of connections) connection.close();
      },
    };
  },
});
