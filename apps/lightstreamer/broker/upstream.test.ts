import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { passOn } from './upstream.ts';

const servers: Server[] = [];

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The origin of a server that passes everything on to one that does `answer`. */
async function before(answer: RequestListener): Promise<string> {
  const upstream = await serve(answer);
  return serve((request, response) => passOn(request, response, upstream));
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function textOf(message: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of message) text += piece;
  return text;
}

test('method, path, headers and body are passed on, and so is the answer', async () => {
  const origin = await before(async (request, response) => {
    const said = { method: request.method, url: request.url, a: request.headers.a, body: await textOf(request) };
    response.writeHead(201, { b: 'c' }).end(JSON.stringify(said));
  });
  const answer = await fetch(`${origin}/x?y=z`, { method: 'PUT', headers: { a: 'd' }, body: 'e' });
  expect([answer.status, answer.headers.get('b')]).toEqual([201, 'c']);
  expect(await answer.json()).toEqual({ method: 'PUT', url: '/x?y=z', a: 'd', body: 'e' });
});

test('both bodies are passed on as they come', async () => {
  const origin = await before((request, response) => request.pipe(response));
  const request = ask(origin, { method: 'POST' });
  request.flushHeaders();
  request.write('one');
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(String((await once(answer, 'data'))[0])).toBe('one');
  request.end('two');
  expect(await textOf(answer)).toBe('two');
});

test('an answer that does not wait for the body comes back, and no more of the body is read', async () => {
  const origin = await before((_request, response) => {
    response.writeHead(401, { connection: 'close' }).end('no');
  });
  const request = ask(origin, { method: 'POST' });
  request.on('error', () => {});
  request.flushHeaders();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection, await textOf(answer)]).toEqual([401, 'close', 'no']);
  if (!request.closed) await once(request, 'close');
});

test('who goes away before the end is gone for the other server too', async () => {
  let told = (): void => {};
  const gone = new Promise<void>((resolve) => {
    told = resolve;
  });
  const origin = await before((_request, response) => {
    response.on('close', told);
    response.write('and');
  });
  const request = ask(origin);
  request.end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.destroy();
  await gone;
});

test('a server that is not there is a 502 that says so', async () => {
  const upstream = await serve(() => {});
  servers[0]!.close();
  await once(servers[0]!, 'close');
  const origin = await serve((request, response) => passOn(request, response, upstream));
  const answer = await fetch(origin);
  expect(answer.status).toBe(502);
  expect(await answer.text()).toContain(`goes to ${upstream}: connect ECONNREFUSED`);
});
