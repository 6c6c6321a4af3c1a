/**
 * Failed log-ins count by each client's own address, in every app and over every transport: an app that did not pass it on would count
 * all clients as one, and one guesser would lock everybody out.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Adapter, Reply, Transport } from '../../protocol/socket.ts';
import { auctionTransportsOf } from '../../setup/apps/manifest/manifest.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { auctionApps, serve } from './testing/served-app.ts';

/** The number of failures of one address that is too many (`README.md`). */
const FAILURES = 100;
const PASSWORD = 'correct horse battery staple';

const apps = auctionApps();
const folder = temporaryFolder();

test('there are apps to test', () => {
  expect(apps).not.toHaveLength(0);
});

/** A relay whose clients come to the server from `localAddress`, whatever the framework's client is. */
async function relayTo(port: number, localAddress: string): Promise<{ url: string; close(): void }> {
  const relay = createServer((client) => {
    const server = connect({ port, host: '127.0.0.1', localAddress });
    client.pipe(server).pipe(client);
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  return { url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`, close: () => void relay.close() };
}

describe.each(apps)('%s', (_id, app) => {
  const transports = auctionTransportsOf(app, 'console');
  let server: Server;
  let adapter: Adapter;

  beforeAll(async () => {
    ({ server, adapter } = await serve(app, folder));
  });
  afterAll(async () => {
    await server?.stop();
  });

  /** Asks over a connection of its own; gives what came of each. */
  async function ask(url: string, transport: Transport, request: string, asked: object[]): Promise<string[]> {
    const socket = await adapter.connect(url, { transport });
    try {
      const replies: Reply[] = await Promise.all(asked.map((data) => socket.request(request, data)));
      return replies.map((reply) => (reply.ok ? 'ok' : reply.code));
    } finally {
      await socket.close();
    }
  }

  test.each(transports)('over %s: who fails elsewhere does not lock the owner out', async (transport) => {
    const right = { name: `owner over ${transport}`, password: PASSWORD };
    // Another address of the loopback for each transport: Linux has them all.
    const elsewhere = await relayTo(server.port, `127.0.0.${2 + transports.indexOf(transport)}`);
    expect(await ask(server.url, transport, 'register', [right])).toEqual(['ok']);
    // For a name that is taken nothing is hashed, so these fail within a moment.
    const taken = Array.from({ length: FAILURES }, () => right);
    expect(await ask(elsewhere.url, transport, 'register', taken)).toEqual(taken.map(() => 'name-taken'));
    expect(await ask(elsewhere.url, transport, 'logIn', [right])).toEqual(['too-many']);
    expect(await ask(server.url, transport, 'logIn', [right])).toEqual(['ok']);
    elsewhere.close();
  });
});
