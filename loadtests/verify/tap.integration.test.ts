/** Tests of a tap before a real server. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Tap, tapBefore } from './tap.ts';

let server: Server;
let tap: Tap;
let encodings: (string | undefined)[];

/** Answers with what was sent, compressed if that is offered and the path asks for it. */
beforeEach(async () => {
  encodings = [];
  server = createServer(async (request: IncomingMessage, response) => {
    const offered = request.headers['accept-encoding'];
    encodings.push(offered);
    const body = await textOf(request);
    if (request.url !== '/gzip' || offered === undefined) return response.end(body);
    return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
  });
  server.on('upgrade', ({ headers }, socket) => {
    const extensions = headers['sec-websocket-extensions'];
    const accepted = extensions === undefined ? '' : 'Sec-WebSocket-Extensions: permessage-deflate\r\n';
    socket.end(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${accepted}\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  tap = await tapBefore((server.address() as AddressInfo).port);
});

afterEach(() => {
  tap.close();
  server.closeAllConnections();
  server.close();
});

/** Sends `text` as it is, and gives all that comes. */
async function exchange(text: string): Promise<string> {
  const socket = connect(Number(new URL(tap.url).port), '127.0.0.1');
  socket.end(text);
  return textOf(socket);
}

const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: tap\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const UPGRADE = 'GET / HTTP/1.1\r\nHost: tap\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

test('what a client sends is changed, and counted', async () => {
  tap.edit = (text) => text.replace('111', 'NaN');
  expect(await exchange(post('/', '{"n":111}'))).toMatch(/\{"n":NaN\}$/);
  expect(await exchange(post('/', '{"n":112}'))).toMatch(/\{"n":112\}$/);
  expect([tap.edits, tap.compression]).toEqual([1, []]);
});

test('compression is offered only if asked for, and what is compressed is told', async () => {
  await exchange(post('/gzip', 'body'));
  await exchange(UPGRADE);
  await exchange(UPGRADE.replace('\r\n\r\n', '\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n'));
  expect([encodings, tap.compression]).toEqual([[undefined], []]);
  tap.offersCompression = true;
  await exchange(post('/gzip', 'body'));
  await exchange(UPGRADE);
  expect(encodings).toEqual([undefined, 'gzip, deflate']);
  expect(tap.compression).toEqual(['content-encoding: gzip', 'Sec-WebSocket-Extensions: permessage-deflate']);
});

test('nothing comes while the tap is held, and all of it afterwards', async () => {
  tap.hold();
  const body = 'x'.repeat(1_000_000);
  const answered = once(server, 'request');
  const exchanged = exchange(post('/', body));
  await answered;
  expect(tap.bytesToClients).toBe(0);
  tap.release();
  expect((await exchanged).endsWith(body)).toBe(true);
});

test('a server that is gone ends its clients', async () => {
  const socket = connect(Number(new URL(tap.url).port), '127.0.0.1').on('error', () => {});
  await once(server, 'connection');
  const ended = once(socket, 'close');
  server.closeAllConnections();
  socket.resume();
  await ended;
});

test('connections to a tap that is cut are counted, those too that it has not taken yet', async () => {
  tap.cut();
  const port = Number(new URL(tap.url).port);
  const made = [1, 2, 3].map(() => connect(port, '127.0.0.1').on('error', () => {}));
  await tap.haveAllCounted();
  // Its own is one more.
  expect(tap.attempts).toBe(made.length + 1);
});
