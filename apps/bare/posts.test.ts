import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Posts } from './posts.ts';

let server: Server;
let bodies: string[];
let underWay: number;
let mostUnderWay: number;
let status: number;

beforeEach(async () => {
  bodies = [];
  underWay = 0;
  mostUnderWay = 0;
  status = 204;
  server = createServer(async (request, response) => {
    underWay++;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    let body = '';
    for await (const chunk of request) body += chunk;
    bodies.push(body);
    await new Promise((resolve) => setTimeout(resolve, 5));
    underWay--;
    response.writeHead(status).end(status === 204 ? undefined : 'too slow\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

test('everything arrives once and in order, in one request at a time', async () => {
  const posts = new Posts(url(), (reason) => bodies.push(`failed: ${reason}`));
  for (let burst = 0; burst < 3; burst++) {
    for (let n = 0; n < 10; n++) posts.send(`${burst * 10 + n}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await posts.settled();
  expect(bodies.join('\n').split('\n')).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`));
  expect(mostUnderWay).toBe(1);
  expect(bodies[0]).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9');
});

test('large envelopes are not put into one body together', async () => {
  const posts = new Posts(url(), () => {});
  const large = 'x'.repeat(900_000);
  for (const envelope of ['a', large, large, 'b']) posts.send(envelope);
  await posts.settled();
  expect(bodies).toEqual([`a\n${large}`, `${large}\nb`]);
});

test('a refused request is told with the server’s reason, and nothing is sent after it', async () => {
  const reasons: string[] = [];
  const posts = new Posts(url(), (reason) => reasons.push(reason));
  status = 410;
  posts.send('a');
  await posts.settled();
  posts.send('b');
  await posts.settled();
  expect([reasons, bodies]).toEqual([['too slow'], ['a']]);
});
