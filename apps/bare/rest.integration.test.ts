import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openRest } from '../../kits/client/rest.ts';
import { House } from '../../kits/node/house.ts';
import type { Counts } from '../../protocol/control.ts';
import type { Connection } from './client-connection.ts';
import { answerRest } from './rest.ts';

let server: Server;
let base: string;
/** Notes of guests that come and go. */
let seen: string[];

beforeEach(async () => {
  seen = [];
  const outputs = { send() {}, broadcast() {} };
  const house = new House<Connection>(outputs, { token: 'token' });
  const registry = {
    opened(connection: Connection, address: string | undefined) {
      seen.push(`opened from ${address}`);
      house.connect(connection);
    },
    ended(connection: Connection) {
      seen.push('ended');
      house.disconnect(connection);
    },
  };
  server = createServer((request, response) => {
    if (!house.control(request, response) && !answerRest(house, registry, request, response)) {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bare`;
  await control('begin', { method: 'POST', body: '{"bucketMs": 1000}' });
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function control(path: string, init: RequestInit): Promise<unknown> {
  const headers = { authorization: 'Bearer token' };
  return (await fetch(`${base.replace('bare', 'outcry')}/${path}`, { ...init, headers })).json();
}

const counts = () => control('counts', {}) as Promise<Counts>;
const post = (path: string, body?: string) => fetch(`${base}/rest/${path}`, { method: 'POST', body });

test('a request is answered, is a connection while it is, and is counted', async () => {
  const socket = await openRest(base, new AbortController().signal);
  const reply = await socket.request('request', { body: ['ø', null] });
  expect(reply).toMatchObject({ ok: true, body: ['ø', null], hops: [expect.any(Number), expect.any(Number)] });
  expect(seen).toEqual(['opened from 127.0.0.1', 'ended']);
  const { connections, refused, verbs } = await counts();
  expect({ connections, refused, request: verbs.request }).toEqual({
    ...{ connections: 0, refused: 0 },
    request: { received: [1], sent: [1] },
  });
});

test.each([
  ['a name of no request', 'no-such', '{}', 'unknown-event'],
  ['an event’s name', 'echo', '{}', 'unknown-event'],
  ['a name that objects inherit', '__proto__', '{}', 'unknown-event'],
  ['a name in another script', encodeURIComponent('søk/1?2'), '{}', 'unknown-event'],
  ['no data', 'request', '', 'wrong-type'],
  ['null', 'request', 'null', 'wrong-type'],
  ['text that is no JSON', 'request', '{"body":', 'bad-json'],
  ['a path that is no text', '%ff', '{}', 'bad-json'],
])('%s is refused, and counted as that', async (_what, path, body, code) => {
  const response = await post(path, body);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ ok: false, code, reason: expect.stringContaining(' ') });
  expect(await counts()).toMatchObject({ refused: 1, connections: 0 });
});

test('whose body does not come is no connection, and whose body does not end is told so', async () => {
  const request = httpRequest(`${base}/rest/request`, { method: 'POST' });
  const answer = new Promise<number | undefined>((resolve) =>
    request.on('response', ({ statusCode }) => resolve(statusCode)),
  );
  request.on('error', () => {}); // the server reads no further
  request.write('{"body":"');
  expect(await counts()).toMatchObject({ connections: 0 });
  request.write('x'.repeat(5 * 1_048_576));
  expect(await answer).toBe(413);
  request.destroy();
  expect(seen).toEqual([]);
});

test.each([
  ['GET', '', 204],
  ['POST', '', 405],
  ['GET', '/request', 405],
  ['DELETE', '/request', 405],
  ['GET', 'ored', 404],
])('%s /bare/rest%s is answered %i', async (method, path, status) => {
  expect((await fetch(`${base}/rest${path}`, { method })).status).toBe(status);
});

test('connecting fails where there is no server, and where it knows no such path', async () => {
  const { signal } = new AbortController();
  await expect(openRest(`${base}/elsewhere`, signal)).rejects.toThrow('answered 404');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await expect(openRest(base, signal)).rejects.toThrow();
});
