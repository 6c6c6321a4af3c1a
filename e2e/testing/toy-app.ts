/** An app in as few lines as will do: single requests over plain HTTP, on the Node kit. What a test drops into `apps/`. */

const SERVER = `
import { runServer } from '../../kits/node/server.ts';

runServer<object>({
  framework: '0.0.1',
  attach(_http, house) {
    return {
      handle(request, response) {
        const event = /^\\/toy\\/(.*)$/.exec(request.url ?? '')?.[1];
        if (event === undefined || request.method !== 'POST') return false;
        const connection = {};
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => void chunks.push(chunk));
        request.on('end', async () => {
          house.connect(connection);
          const text = Buffer.concat(chunks).toString();
          const reply = await house.request(connection, decodeURIComponent(event), text === '' ? undefined : JSON.parse(text));
          house.disconnect(connection);
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
        });
        return true;
      },
      send() {},
      broadcast() {},
      endAll() {},
    };
  },
});
`;

const SOCKET = `
import type { Adapter, Reply, Socket } from '../../protocol/socket.ts';

const adapter: Adapter = {
  id: 'toy',
  transports: ['rest'],
  async connect(url, { transport }) {
    if (transport !== 'rest') throw new Error('the toy has single requests alone');
    await fetch(url + '/healthz');
    const handlers: ((reason: string) => void)[] = [];
    let open = true;
    const socket: Socket = {
      transport,
      on() {},
      emit() {},
      async request(event, data) {
        if (!open) throw new Error('it is closed');
        const response = await fetch(url + '/toy/' + encodeURIComponent(event), { method: 'POST', body: JSON.stringify(data) });
        return (await response.json()) as Reply;
      },
      onClose(handler) {
        handlers.push(handler);
      },
      async close() {
        if (!open) return;
        open = false;
        for (const handler of handlers) handler('closed');
      },
    };
    return socket;
  },
};

export default adapter;
`;

const MANIFEST = {
  $schema: '../../setup/apps/manifest/app.schema.json',
  id: 'toy',
  label: 'Toy',
  language: 'TypeScript on Node.js',
  homepage: 'https://toy.example',
  features: ['load'],
  transports: { rest: { swarms: ['browser', 'console'], name: 'fetch', verbs: ['request'] } },
  verbs: ['request'],
  requires: ['node'],
  databases: [],
  build: [['node', '../../kits/node/build.mjs']],
  start: ['node', 'dist/server.mjs'],
  warmupSeconds: 0,
  clientPackage: null,
};

/** The files of the app `toy`, by their names. */
export const TOY_APP: Readonly<Record<string, string>> = {
  'app.json': `${JSON.stringify(MANIFEST, null, 2)}\n`,
  'server.ts': SERVER,
  'socket.ts': SOCKET,
};
