/** WebSocket frames that no client of ours would send: their sender is ended, and the log is not filled with where that was noticed. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { APPS_DIR, readApp } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';

const UPGRADE =
  'upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
const FRAMES = [
  ['of a kind that is reserved', Buffer.from([0x83, 0x81, 0, 0, 0, 0, 0x78])],
  ['of a control kind that is reserved', Buffer.from([0x8b, 0x80, 0, 0, 0, 0])],
  ['with reserved bits', Buffer.from([0xd1, 0x81, 0, 0, 0, 0, 0x78])],
] as const;
const TIMES = 20;
/** A line of Java's traces, such as `	at play.core...`. */
const TRACE = /^\s+at [\w.$]+/m;

const app = readApp(join(APPS_DIR, 'play'));
const missing = [
  ...(await lacks(app)),
  ...(isBuilt(app) ? [] : ['it is not built as it is now; ./outcry setup does it']),
];
if (missing.length > 0) console.warn(`hostile frames of apps/play are not tested: ${missing.join('; ')}`);

/** Connects, sends `frame` and resolves when the server has ended the connection. */
async function send(server: Server, frame: Buffer): Promise<void> {
  const client = connect(server.port, '127.0.0.1');
  client.on('error', () => {});
  client.write(`GET /play/websocket HTTP/1.1\r\nhost: 127.0.0.1:${server.port}\r\n${UPGRADE}\r\n`);
  await new Promise((resolve) => client.once('data', resolve));
  const ended = new Promise((resolve) => client.once('close', resolve));
  client.resume();
  client.end(frame);
  await ended;
}

(missing.length === 0 ? describe : describe.skip)('a hostile frame', () => {
  let server: Server;

  beforeEach(async () => {
    server = await startServer(app, { shortLived: true });
  });

  afterEach(() => server.stop());

  test.each(FRAMES)('%s is a line or two of the log, however often it comes, and no trace', async (_what, frame) => {
    const lines = (): number =>
      server
        .log()
        .split('\n')
        .filter((line) => line !== '').length;
    const before = lines();
    for (let time = 0; time < TIMES; time += 1) await send(server, frame);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(server.log()).not.toMatch(TRACE);
    expect(lines() - before).toBeLessThanOrEqual(2);
  });
});
