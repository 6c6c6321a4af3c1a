import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { answerCommon } from '../../kits/node/server.ts';
import { answerBy } from './web-request.ts';

const ORIGIN = 'http://127.0.0.1:4000';
const serverOf = (listener: (request: IncomingMessage, response: ServerResponse) => void): Server =>
  createServer(listener);

test('method, path, headers and body come as they were sent', async () => {
  const seen: unknown[] = [];
  const http = serverOf(async (request, response) => {
    const { method, url, headers } = request;
    seen.push(method, url, headers.authorization, await text(request));
    response.setHeader('connection', 'close');
    response.writeHead(201, { 'content-type': 'text/plain' }).end('done\n');
  });
  const body = '{"a":1}\n';
  const request = new Request(`${ORIGIN}/outcry/feed?to=a%20b`, {
    method: 'POST',
    body,
    headers: { authorization: 'x' },
  });
  const answer = await answerBy(http, request);
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    201,
    'text/plain',
    'done\n',
  ]);
  expect(seen).toEqual(['POST', '/outcry/feed?to=a%20b', 'x', body]);
});

test('the kit’s pages are served, to HEAD without a body', async () => {
  const root = process.env.STATIC_DIR;
  process.env.STATIC_DIR = import.meta.dirname;
  try {
    const http = serverOf(answerCommon);
    const ask = (path: string, method = 'GET') => answerBy(http, new Request(`${ORIGIN}${path}`, { method }));
    expect(await (await ask('/app.json')).json()).toMatchObject({ id: 'socket.io-bun-engine' });
    const head = await ask('/app.json', 'HEAD');
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect([(await ask('/nothing')).status, (await ask('/app.json', 'DELETE')).status]).toEqual([404, 405]);
  } finally {
    if (root === undefined) delete process.env.STATIC_DIR;
    else process.env.STATIC_DIR = root;
  }
});

test('what is written bit by bit arrives bit by bit', async () => {
  let more: () => void = () => {};
  const http = serverOf((_, response) => {
    response.writeHead(200);
    response.write('first');
    more = () => response.end('second');
  });
  const reader = (await answerBy(http, new Request(ORIGIN))).body!.getReader();
  expect(String(Buffer.from((await reader.read()).value!))).toBe('first');
  more();
  expect(String(Buffer.from((await reader.read()).value!))).toBe('second');
  expect((await reader.read()).done).toBe(true);
});

test('an answer that is cut off before its head is none', async () => {
  const http = serverOf((_, response) => void response.destroy());
  await expect(answerBy(http, new Request(ORIGIN))).rejects.toThrow('not answered');
});
