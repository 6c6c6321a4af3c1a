import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { Control } from '../../kits/node/control-paths.ts';
import { encodeEvent } from '../../kits/node/envelope.ts';
import type { House } from '../../kits/node/house.ts';
import { Room } from '../../kits/node/room.ts';
import { type Connection, Outgoing, QUEUE_LIMIT_BYTES } from './client-connection.ts';
import { HttpSessions } from './http-sessions.ts';

let server: Server;
let open: Set<Connection>;

beforeEach(async () => {
  open = new Set();
  const room = new Room<Connection>({
    send() {},
    broadcast(event, data) {
      const outgoing = new Outgoing(encodeEvent(event, data));
      for (const connection of open) connection.send(outgoing);
    },
    waiting: (connection) => connection.waiting,
  });
  const sessions = new HttpSessions({} as House<Connection>, {
    opened(connection) {
      open.add(connection);
      room.connect(connection);
    },
    ended(connection) {
      open.delete(connection);
      room.disconnect(connection);
    },
  });
  const control = new Control(room, 'token');
  server = createServer((request, response) => control.handle(request, response) || sessions.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

/** The occurrences of `what` in all that `client` gets, until there are `times` of them or the connection ends. */
async function count(client: Socket, what: string, times: number): Promise<number> {
  let found = 0;
  let rest = '';
  for await (const chunk of client) {
    const parts = (rest + chunk).split(what);
    found += parts.length - 1;
    rest = parts.pop()!.slice(-what.length);
    if (found >= times) break;
  }
  return found;
}

test.each(['sse', 'http-streaming'])(
  '%s: a client that begins to read late slows a feed down, is not cut off, and gets every line',
  async (transport) => {
    const client = connect(port(), '127.0.0.1').setEncoding('utf8');
    client.write(`GET /bare/${transport} HTTP/1.1\r\nhost: test\r\n\r\n`);
    await new Promise((resolve) => client.once('readable', resolve));

    const lines = (4 * QUEUE_LIMIT_BYTES) / 65_536;
    const headers = { authorization: 'Bearer token' };
    const feed = httpRequest({ port: port(), host: '127.0.0.1', path: '/outcry/feed', method: 'POST', headers });
    const fed = new Promise((resolve) => feed.on('response', (response) => resolve(json(response))));
    const line = `"${'x'.repeat(65_536)}"\n`;
    for (let written = 0; written < lines; written++) feed.write(line);
    feed.end();

    // The server has had its turns, and would long have taken in what it could.
    for (let turn = 0; turn < 200; turn++) await fetch(`http://127.0.0.1:${port()}/outcry/clock`, { headers });
    const [connection] = open;
    expect(connection!.waiting).toBeLessThan(QUEUE_LIMIT_BYTES / 8);

    expect(await count(client, '"e":"feed"', lines)).toBe(lines);
    expect(await fed).toEqual({ lines, sent: lines });
    client.destroy();
  },
);
