/** The Socket.IO app's server. */
import { type Socket as Connection, Server } from 'socket.io';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';
import { runServer } from '../node-kit/server.ts';
import { installedVersion } from '../node-kit/versions.ts';

/** What the framework's engine keeps for a connection until its transport can take it; the engine's types hide it. */
interface Engine {
  writeBuffer: { data?: string }[];
}

const waiting = ({ conn }: Connection): number => {
  const { writeBuffer } = conn as unknown as Engine;
  return writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
};

runServer<Connection>({
  framework: installedVersion('socket.io', import.meta.url),
  attach(http, house) {
    const io = new Server(http, { serveClient: false, maxHttpBufferSize: TRANSPORT_LIMIT_BYTES });
    io.on('connection', (connection) => {
      house.connect(connection);
      connection.on('disconnect', () => house.disconnect(connection));
      connection.onAny((event: unknown, data: unknown, reply: unknown) => {
        // The wire format allows a number where the event's name belongs.
        if (typeof event !== 'string') house.unreadable(connection);
        else if (typeof data === 'function') house.request(connection, event, undefined).then((answer) => data(answer));
        else if (typeof reply === 'function') house.request(connection, event, data).then((answer) => reply(answer));
        else house.receive(connection, event, data);
      });
    });
    return {
      send: (connection, event, data) => connection.emit(event, data),
      broadcast: (event, data) => io.emit(event, data),
      waiting,
      addressOf: (connection) => connection.handshake.address,
      endAll: () => io.disconnectSockets(true),
    };
  },
});
