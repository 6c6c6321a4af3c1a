/** Servers that were asked to compress do so: every app that says it can, over WebSocket, as its console clients see it. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import type { Socket } from '../../../protocol/socket.ts';
import { loadAdapter } from '../../../setup/apps/build/build.ts';
import { type App, readApps } from '../../../setup/apps/manifest/manifest.ts';
import { startServer } from '../../../setup/apps/places/server-process.ts';

const MESSAGES = 20;
const BODY = { payload: 'Going once, going twice. '.repeat(40) };
/** The same sentence forty times takes less than this share of its bytes. */
const SHARE = 0.25;

/** What went through a proxy. */
interface Seen {
  /** Of all connections, as text. */
  toClients: string;
  bytes: number;
}

/** A proxy that keeps what it passes on. */
async function proxyTo(port: number): Promise<{ seen: Seen; url: string; server: Server }> {
  const seen: Seen = { toClients: '', bytes: 0 };
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('data', (data) => {
      seen.bytes += data.length;
    });
    upstream.on('data', (data) => {
      seen.bytes += data.length;
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

async function seenBetween(app: App, env: Record<string, string>): Promise<Seen> {
  const server = await startServer(app, { env });
  const proxy = await proxyTo(server.port);
  try {
    const socket = await (await loadAdapter(app)).connect(proxy.url, { transport: 'websocket' });
    await echoAll(socket);
    await socket.close();
    return proxy.seen;
  } finally {
    proxy.server.close();
    await server.stop();
  }
}

const tested = process.env.OUTCRY_TEST_FRAMEWORKS?.split(',') ?? null;
const able = readApps().filter(
  ({ id, transports, requires }) =>
    transports.websocket?.compression?.includes('console') &&
    (tested?.includes(id) ?? requires.every((tool) => tool.startsWith('node'))),
);

test.each(able.map((app) => [app.id, app] as const))(
  '%s negotiates compression, and sends fewer bytes, only if it is asked to',
  async (_, app) => {
    const plain = await seenBetween(app, {});
    const deflated = await seenBetween(app, { COMPRESSION: 'deflate' });
    expect(deflated.toClients).toMatch(/^sec-websocket-extensions: permessage-deflate/im);
    expect(plain.toClients).not.toMatch(/^sec-websocket-extensions:/im);
    expect(plain.bytes).toBeGreaterThan(2 * MESSAGES * BODY.payload.length);
    expect(deflated.bytes).toBeLessThan(SHARE * plain.bytes);
  },
);
