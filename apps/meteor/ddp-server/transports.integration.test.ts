/** The transports of DDP: the paths at which it is spoken, and those at which it is not. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { WebSocket } from 'ws';
import { TrialServer } from './testing/trial-server.ts';

let trial: TrialServer;
let http: Server;
let origin: string;

beforeEach(async () => {
  trial = new TrialServer({ message: 1_000, idleMs: 1_000 });
  http = createServer((_request, response) => response.writeHead(404).end('not here'));
  trial.ddp.attach(http);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  origin = `127.0.0.1:${(http.address() as AddressInfo).port}`;
});

afterEach(async () => {
  trial.ddp.closeAll();
  http.closeAllConnections();
  http.close();
  await once(http, 'close');
});

test.each(['/websocket', '/sockjs/websocket'])('a WebSocket at %s is told of the server first', async (path) => {
  const socket = new WebSocket(`ws://${origin}${path}`);
  const [message] = await once(socket, 'message');
  expect(String(message)).toBe('{"server_id":"0"}');
  socket.close();
  await once(socket, 'close');
});

test('an upgrade elsewhere is cut off', async () => {
  const socket = new WebSocket(`ws://${origin}/elsewhere`);
  const [error] = await once(socket, 'error');
  expect(error.message).toMatch(/hang up|ECONNRESET/);
});

test('requests that are not for SockJS are left to others', async () => {
  const response = await fetch(`http://${origin}/page`, { method: 'POST', body: 'x'.repeat(2_000) });
  expect([response.status, await response.text()]).toEqual([404, 'not here']);
});

test('a frame over the limit ends its connection', async () => {
  const socket = new WebSocket(`ws://${origin}/websocket`);
  await once(socket, 'message');
  socket.send('x'.repeat(1_001));
  const [code] = await once(socket, 'close');
  expect(code).toBe(1009);
});

test('a POST over the limit is cut off, and the next is answered', async () => {
  const session = `http://${origin}/sockjs/000/abcdefgh`;
  await (await fetch(`${session}/xhr`, { method: 'POST' })).text();
  const send = (text: string) => fetch(`${session}/xhr_send`, { method: 'POST', body: JSON.stringify([text]) });
  await expect(send('x'.repeat(2_000))).rejects.toThrow('fetch failed');
  expect((await send('{"msg":"ping"}')).status).toBe(204);
});

test('what stands in SockJS’s framing where a text belongs is no message', async () => {
  const session = `http://${origin}/sockjs/000/hgfedcba`;
  const poll = async () => (await fetch(`${session}/xhr`, { method: 'POST' })).text();
  expect(await poll()).toBe('o\n');
  expect(await poll()).toContain('server_id');
  await fetch(`${session}/xhr_send`, { method: 'POST', body: '[{"msg":"ping"},5]' });
  expect(await poll()).toContain('Not JSON');
});

test('a client that is cut off is gone', async () => {
  const socket = connect(Number(origin.split(':')[1]), '127.0.0.1');
  const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13';
  socket.write(`GET /websocket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${key}\r\n\r\n`);
  const opened = new Promise<void>((resolve) => {
    const { connect: connectClient } = trial.ddp;
    trial.ddp.connect = function (wire) {
      const session = connectClient.call(this, wire);
      session.onClose(() => ended());
      resolve();
      return session;
    };
  });
  let ended = () => {};
  const closed = new Promise<void>((resolve) => {
    ended = resolve;
  });
  await opened;
  socket.destroy();
  await closed;
});
