import type { IncomingMessage, ServerResponse } from 'node:http';
import type { House } from '../../kits/node/house.ts';
import { runServer } from '../../kits/node/server.ts';
import { TRANSPORT_LIMIT_BYTES } from '../../protocol/verbs.ts';

async function answer(house: House<object>, path: string, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > TRANSPORT_LIMIT_BYTES) return response.destroy();
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  const client = {};
  house.connect(client);
  const reply = await house.request(client, decodeURIComponent(path), text === '' ? undefined : JSON.parse(text));
  house.disconnect(client);
  return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
}

runServer<object>({
  framework: '1.0.0',
  attach: (_http, house) => ({
    handle(request, response) {
      const path = /^\/letterbox\/(.+)$/.exec(request.url ?? '')?.[1];
      if (path === undefined || request.method !== 'POST') return false;
      answer(house, path, request, response).catch(() => response.destroy());
      return true;
    },
    send() {},
    broadcast() {},
    endAll() {},
  }),
});
