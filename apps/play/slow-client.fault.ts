/** A client that does not read: it alone is ended, with a line in the log, and nobody else waits for it. */
import { connect, type Socket as Tcp } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONTROL_PATHS } from '../../protocol/control.ts';
import type { Adapter, Socket } from '../../protocol/socket.ts';
import type { Relayed } from '../../protocol/verbs.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { APPS_DIR, readApp } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { askControl } from '../../setup/apps/places/testing/ask-control.ts';

const WEBSOCKET =
  'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const TOO_SLOW = /fell more than \d+ characters behind/g;
const PAYLOAD = 'x'.repeat(1_000_000);

const app = readApp(join(APPS_DIR, 'play'));
const missing = [
  ...(await lacks(app)),
  ...(isBuilt(app) ? [] : ['it is not built as it is now; ./outcry setup does it']),
];
if (missing.length > 0) console.warn(`slow clients of apps/play are not tested: ${missing.join('; ')}`);

let server: Server;
let slow: Tcp;
let quick: Socket;

/** Asks for `path` and reads the head of the answer, and then no more. */
async function openAndStall(path: string, headers = ''): Promise<Tcp> {
  const client = connect(server.port, '127.0.0.1');
  client.on('error', () => {});
  client.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n${headers}\r\n`);
  await new Promise((resolve) => client.once('data', resolve));
  client.pause();
  return client;
}

const TRANSPORTS = [
  ['websocket', '/play/websocket', WEBSOCKET],
  ['sse', '/play/sse', ''],
  ['http-streaming', '/play/http-streaming', ''],
] as const;

(missing.length === 0 ? describe : describe.skip)('a client that does not read', () => {
  beforeEach(async () => {
    server = await startServer(app, { shortLived: true });
    const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
      default: Adapter;
    };
    quick = await adapter.connect(server.url, { transport: 'websocket' });
    await askControl(server, CONTROL_PATHS.begin, JSON.stringify({ bucketMs: 3_600_000, greet: null }));
  });

  afterEach(async () => {
    slow.destroy();
    await quick.close();
    await server.stop();
  });

  test.each(TRANSPORTS)('over %s is ended, and the others get everything', async (_, path, headers) => {
    slow = await openAndStall(path, headers);
    let received = 0;
    let heard: () => void = () => {};
    quick.on('publish', ({ body }: Relayed) => {
      if (body === PAYLOAD) received++;
      heard();
    });
    let sent = 0;
    while (!TOO_SLOW.test(server.log())) {
      const answered = new Promise<void>((resolve) => {
        heard = resolve;
      });
      quick.emit('publish', PAYLOAD);
      sent++;
      await answered;
    }
    expect(received).toBe(sent);
    expect(server.log().match(TOO_SLOW)).toHaveLength(1);
    expect(await askControl(server, CONTROL_PATHS.counts)).toMatchObject({ verbs: { publish: { received: [sent] } } });
  });

  test('has a feed wait, though not for ever, and then it is ended and the others get all lines', async () => {
    slow = await openAndStall('/play/websocket', WEBSOCKET);
    const lines = 40;
    let received = 0;
    const all = new Promise<void>((resolve) => {
      quick.on('feed', ({ body }: Relayed) => {
        if (body === PAYLOAD && ++received === lines) resolve();
      });
    });
    const body = `${JSON.stringify(PAYLOAD)}\n`.repeat(lines);
    expect(await askControl(server, CONTROL_PATHS.feed, body)).toMatchObject({ lines });
    await all;
    expect(server.log().match(TOO_SLOW)).toHaveLength(1);
  });
});
