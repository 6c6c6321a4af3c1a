/**
 * Servers that were asked to compress do so: every app over every transport that it says it can, as its console clients see it. That they do not
 * unless asked to is a check of `./outcry verify`.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { Socket, Transport } from '../../../protocol/socket.ts';
import { loadAdapter } from '../../../setup/apps/build/build.ts';
import { type App, readApps, transportsOf } from '../../../setup/apps/manifest/manifest.ts';
import { type Server as AppServer, startServer } from '../../../setup/apps/places/server-process.ts';

const MESSAGES = 20;
const BODY = { payload: 'Going once, going twice. '.repeat(400) };
const ALL = MESSAGES * BODY.payload.length;
/** The largest allowed share of their length that compressed messages take, HTTP headers included. */
const SHARE = 0.25;

/** The traffic through a proxy, of all connections. */
interface Seen {
  toClients: string;
  bytesToServer: number;
}

/** A proxy that keeps what it passes on. */
async function proxyTo(port: number): Promise<{ seen: Seen; url: string; server: Server }> {
  const seen: Seen = { toClients: '', bytesToServer: 0 };
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('data', (data) => {
      seen.bytesToServer += data.length;
    });
    upstream.on('data', (data) => {
      seen.toClients += data.toString('latin1');
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** Sends messages one after the other and waits for each. */
async function echoAll(socket: Socket): Promise<void> {
  let back = () => {};
  socket.on('echo', () => back());
  for (let n = 0; n < MESSAGES; n++) {
    const returned = new Promise<void>((resolve) => {
      back = resolve;
    });
    socket.emit('echo', BODY);
    await returned;
  }
}

/** Records the traffic when all bodies are echoed once. */
async function seenBetween(app: App, { port }: { port: number }, transport: Transport): Promise<Seen> {
  const proxy = await proxyTo(port);
  try {
    const socket = await (await loadAdapter(app)).connect(proxy.url, { transport });
    await echoAll(socket);
    await socket.close();
    return proxy.seen;
  } finally {
    proxy.server.close();
  }
}

/** The headers in a server's answers that announce compression. */
const announced = ({ toClients }: Seen): string[] =>
  toClients.match(/^(sec-websocket-extensions: permessage-deflate|content-encoding: gzip)/gim) ?? [];

const tested = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
const able = readApps()
  .filter(({ id, requires }) => tested?.includes(id) ?? requires.every((tool) => tool.startsWith('node')))
  .map((app) => {
    const transports = transportsOf(app, 'console').filter((one) =>
      app.transports[one]?.compression?.includes('console'),
    );
    return [app.id, app, transports] as const;
  })
  .filter(([, , transports]) => transports.length > 0);

test('there are apps that compress', () => expect(able).not.toEqual([]));

describe.each(able)('%s says that it compresses and sends fewer bytes', (_, app, transports) => {
  let server: AppServer;

  beforeAll(async () => {
    server = await startServer(app, { env: { COMPRESSION: 'deflate' } });
  });
  afterAll(() => server?.stop());

  test.each(transports)('over %s', async (transport) => {
    const seen = await seenBetween(app, server, transport);
    expect(announced(seen)).not.toEqual([]);
    expect(seen.toClients.length).toBeLessThan(SHARE * ALL);
    // Of HTTP the bodies of answers are compressed alone.
    if (transport === 'websocket') expect(seen.bytesToServer).toBeLessThan(SHARE * ALL);
  });
});
