import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Posts } from './posts.ts';

let server: Server;
let bodies: string[];
let underWay: number;
let mostAtOnce: number;
let status: number;

beforeEach(async () => {
  bodies = [];
  underWay = 0;
  mostAtOnce = 0;
  status = 204;
  server = createServer(async (request, response) => {
    mostAtOnce = Math.max(mostAtOnce, ++underWay);
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    underWay--;
    response.writeHead(status).end(status === 204 ? '' : 'it has ended\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

test('what is sent in one turn goes in one POST, and the next one waits for it', async () => {
  const posts = new Posts(url(), () => {});
  posts.send('1');
  posts.send('2');
  await new Promise((resolve) => setImmediate(resolve));
  posts.send('3');
  posts.send('4');
  await posts.settled();
  expect(bodies).toEqual(['1\n2', '3\n4']);
  expect(mostAtOnce).toBe(1);
});

test('everything arrives once and in order, however it is spread over turns', async () => {
  const posts = new Posts(url(), (error) => bodies.push(`failed: ${error}`));
  const all = Array.from({ length: 300 }, (_, n) => `${n}`);
  for (const [index, text] of all.entries()) {
    posts.send(text);
    if (index % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await posts.settled();
  expect(bodies.join('\n').split('\n')).toEqual(all);
  expect(mostAtOnce).toBe(1);
});

test('a body has an end: what would make it longer goes into another one, in order', async () => {
  const posts = new Posts(url(), () => {});
  const envelopes = Array.from({ length: 5 }, (_, n) => `${n}`.repeat(400_000));
  for (const envelope of envelopes) posts.send(envelope);
  await posts.settled();
  expect(bodies.map((body) => body.split('\n').length)).toEqual([2, 2, 1]);
  expect(bodies.join('\n').split('\n')).toEqual(envelopes);
});

test('after a POST that was not taken nothing is sent, and the server’s reason is told once', async () => {
  status = 410;
  const reasons: unknown[] = [];
  const posts = new Posts(url(), (error) => reasons.push((error as Error).message));
  posts.send('1');
  await posts.settled();
  posts.send('2');
  await posts.settled();
  expect([bodies, reasons]).toEqual([['1'], ['it has ended']]);
});
