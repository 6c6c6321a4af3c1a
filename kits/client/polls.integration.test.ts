import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { adapterOf } from './adapter.ts';
import { openPolls } from './polls.ts';

let server: Server;
let base: string;
/** The client's requests, in order. */
let asked: string[];
/** Answers the polls, one after the other; what comes later is held. */
let answers: ((response: ServerResponse) => void)[];

beforeEach(async () => {
  asked = [];
  answers = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.method === 'GET') answers.shift()?.(response);
    else response.end(JSON.stringify({ session: 'name' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/app`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const never = () => new AbortController().signal;
const messages = (first: number, ...bodies: string[]) =>
  [`{"first":${first}}`, ...bodies.map((text) => `T{"e":"a"}\t${text}`), ''].join('\n');

test('each poll says what has come, and one that failed is asked again', async () => {
  answers = [
    (response) => response.end(messages(1, 'one', 'two')),
    (response) => void response.destroy(),
    (response) => response.end(messages(3, 'three')),
  ];
  const socket = await openPolls('long-polling', base, never());
  const heard: unknown[] = [];
  await new Promise<void>((resolve) => socket.on('a', (what) => heard.push(what) === 3 && resolve()));
  expect(heard).toEqual(['one', 'two', 'three']);
  const polls = asked.filter((line) => line.startsWith('GET')).slice(0, 3);
  expect(polls).toEqual([0, 2, 2].map((after) => `GET /app/sessions/name?after=${after}`));
});

test('the reason for a session’s end is the socket’s', async () => {
  answers = [(response) => response.writeHead(410).end('too slow\n')];
  const socket = await openPolls('long-polling', base, never());
  expect(await new Promise((resolve) => socket.onClose(resolve))).toBe('too slow');
});

test('a client that closes says so to the server, after all it has sent', async () => {
  const socket = await openPolls('polling', base, never(), 1_000);
  socket.emit('a', 1);
  await socket.close();
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual([
    'POST /app/polling',
    'POST /app/sessions/name',
    'POST /app/sessions/name/close',
  ]);
});

test('an adapter says what it could not do, where, and over what', async () => {
  const adapter = adapterOf('app', { 'long-polling': (at, timeout) => openPolls('long-polling', at, timeout) });
  expect(adapter.transports).toEqual(['long-polling']);
  await expect(adapter.connect('http://x', { transport: 'sse' })).rejects.toThrow('app has no transport sse');
  const url = new URL(base).origin;
  server.close();
  server.closeAllConnections();
  await expect(adapter.connect(url, { transport: 'long-polling' })).rejects.toThrow(
    /^cannot connect to http:\/\/127.0.0.1:\d+ over long-polling: .*ECONNREFUSED/,
  );
});
