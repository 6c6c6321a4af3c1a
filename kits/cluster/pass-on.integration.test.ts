import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { passOn } from './pass-on.ts';

let folder: string;
let front: Server;
let inner: Server;
/** Handles a request in the process behind. */
let answer: (asked: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  folder = temporaryFolder();
  const path = join(folder, 'inner.sock');
  inner = createServer((asked, response) => answer(asked, response));
  front = createServer((asked, response) => passOn(asked, response, path));
  await Promise.all([
    new Promise<void>((resolve) => inner.listen(path, resolve)),
    new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve)),
  ]);
});

afterEach(() => {
  for (const server of [front, inner]) {
    server.closeAllConnections();
    server.close();
  }
});

const port = () => (front.address() as AddressInfo).port;

test('question and answer are passed on as they are, with status, headers and every byte', async () => {
  answer = async (asked, response) => {
    const body = await buffer(asked);
    response.writeHead(203, { 'x-asked': `${asked.method} ${asked.url} ${asked.headers['x-who']}` }).end(body);
  };
  const bytes = Buffer.alloc(3_000_000, 'ä😀');
  const response = await fetch(`http://127.0.0.1:${port()}/a?b=c`, {
    method: 'POST',
    body: bytes,
    headers: { 'x-who': 'Ada' },
  });
  expect([response.status, response.headers.get('x-asked')]).toEqual([203, 'POST /a?b=c Ada']);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
});

test('many requests go by one connection of the client, each to be answered', async () => {
  answer = (asked, response) => void response.end(asked.url);
  const client = connect(port(), '127.0.0.1');
  client.write('GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  expect(await text(client)).toMatch(/\/1.*HTTP\/1.1 200.*\/2/s);
});

test('pieces are passed on as they come, either way', async () => {
  answer = (asked, response) => void asked.pipe(response);
  const asking = request({ port: port(), host: '127.0.0.1', method: 'POST' });
  asking.write('one');
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  expect(String((await once(response, 'data'))[0])).toBe('one');
  asking.end('two');
  expect(await text(response)).toBe('two');
});

test('an answer comes before the body of its question, and ends the connection', async () => {
  answer = (_asked, response) => void response.writeHead(401, { connection: 'close' }).end('no');
  const client = connect(port(), '127.0.0.1');
  client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1.1 401 .*no/s);
});

test('who answers at once, and ends the connection, is heard', async () => {
  answer = (_asked, response) => void response.writeHead(401, { connection: 'close' }).end('no');
  for (let times = 0; times < 20; times++) {
    const response = await fetch(`http://127.0.0.1:${port()}/`);
    expect([response.status, await response.text()]).toEqual([401, 'no']);
  }
});

test('who waits for an answer and goes is gone for the process behind too', async () => {
  const gone = new Promise<void>((resolve) => {
    answer = (_asked, response) => {
      response.on('close', resolve);
      client.destroy();
    };
  });
  const client = connect(port(), '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await gone;
});

test('where nobody is behind, the client is told', async () => {
  inner.close();
  expect((await fetch(`http://127.0.0.1:${port()}/`)).status).toBe(502);
});
