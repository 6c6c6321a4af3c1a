import { once } from 'node:events';
import {
  request as ask,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { passOn } from './upstream.ts';

const ends: (() => void)[] = [];

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The origin of a server that passes everything on to one that does `answer`. */
async function before(answer: RequestListener): Promise<string> {
  const upstream = await serve(answer);
  return serve((request, response) => passOn(request, response, upstream));
}

const answerTo = async (request: ClientRequest): Promise<IncomingMessage> => (await once(request, 'response'))[0];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test('method, path, headers and body are passed on, and so is the answer', async () => {
  const origin = await before(async (request, response) => {
    const { method, url, headers } = request;
    response.writeHead(201, { b: 'c' }).end(JSON.stringify({ method, url, a: headers.a, body: await text(request) }));
  });
  const answer = await fetch(`${origin}/x?y=z`, { method: 'PUT', headers: { a: 'd' }, body: 'e' });
  expect([answer.status, answer.headers.get('b')]).toEqual([201, 'c']);
  expect(await answer.json()).toEqual({ method: 'PUT', url: '/x?y=z', a: 'd', body: 'e' });
});

test('both bodies are passed on as they come', async () => {
  const request = ask(await before((request, response) => request.pipe(response)), { method: 'POST' });
  request.flushHeaders();
  request.write('one');
  const answer = await answerTo(request);
  expect(String((await once(answer, 'data'))[0])).toBe('one');
  request.end('two');
  expect(await text(answer)).toBe('two');
});

test('an answer that does not wait for the body comes back, and no more of the body is read', async () => {
  const origin = await before((_request, response) => response.writeHead(401, { connection: 'close' }).end('no'));
  const request = ask(origin, { method: 'POST' });
  request.on('error', () => {});
  request.flushHeaders();
  const answer = await answerTo(request);
  expect([answer.statusCode, answer.headers.connection, await text(answer)]).toEqual([401, 'close', 'no']);
  if (!request.closed) await once(request, 'close');
});

test('a client that goes away before the end is gone for the other server too', async () => {
  let isGone = (): void => {};
  const gone = new Promise<void>((resolve) => {
    isGone = resolve;
  });
  const origin = await before((_request, response) => {
    response.on('close', isGone);
    response.write('and');
  });
  const request = ask(origin);
  request.end();
  (await answerTo(request)).destroy();
  await gone;
});

test('a server that is missing is a 502 that says so', async () => {
  const upstream = await serve(() => {});
  ends.splice(0)[0]!();
  const origin = await serve((request, response) => passOn(request, response, upstream));
  const answer = await fetch(origin);
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain(`goes to ${upstream}: connect ECONNREFUSED`);
});
