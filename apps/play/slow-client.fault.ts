/** A client that does not read: it alone is ended, with a line in the log, and nobody else waits for it. */
import { connect, type Socket as Tcp } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter, Socket } from '../../protocol/socket.ts';
import { isBuilt } from '../../setup/apps/build.ts';
import { APPS_DIR, readApp } from '../../setup/apps/manifest.ts';
import { lacks } from '../../setup/apps/ready.ts';
import { type Server, startServer } from '../../setup/apps/server-process.ts';

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

(missing.length === 0 ? describe : describe.skip)('a client that does not read', () => {
  beforeEach(async () => {
    server = await startServer(app);
    const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
      default: Adapter;
    };
    quick = await adapter.connect(server.url, { transport: 'websocket' });
  });

  afterEach(async () => {
    slow.destroy();
    await quick.close();
    await server.stop();
  });

  test.each([
    ['websocket', '/play/websocket', WEBSOCKET],
    ['sse', '/play/sse', ''],
    ['http-streaming', '/play/http-streaming', ''],
  ])('over %s is ended, and the others get everything', async (_, path, headers) => {
    slow = await openAndStall(path, headers);
    let received = 0;
    let heard: () => void = () => {};
    quick.on('message', ({ payload }) => {
      if (payload.length === PAYLOAD.length) received++;
      heard();
    });
    const harvested = new Promise<{ broadcasts: number }>((resolve) => quick.on('harvest', resolve));
    const started = new Promise((resolve) => quick.on('testStarted', resolve));
    quick.emit('initTest', { testType: 'broadcast', clientCount: 1, spacing: 1, startTime: 0 });
    await started;
    let sent = 0;
    while (!TOO_SLOW.test(server.log())) {
      const answered = new Promise<void>((resolve) => {
        heard = resolve;
      });
      quick.emit('message', { id: `c:1m:${sent}`, clientId: 1, seq: sent++, due: 0, sent: 0, payload: PAYLOAD });
      await answered;
    }
    quick.emit('complete', { clientId: 1 });
    expect(await harvested).toEqual({ broadcasts: sent });
    expect(received).toBe(sent);
    expect(server.log().match(TOO_SLOW)).toHaveLength(1);
  });
});
