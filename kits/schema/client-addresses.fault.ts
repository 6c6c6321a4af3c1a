/**
 * What is counted by the address of a client is counted by its own, in every app and over every transport: an app that did not pass it on would
 * count all clients as one, and one guesser would lock everybody out.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import type { Adapter, Reply, Transport } from '../../protocol/socket.ts';
import { auctionTransportsOf } from '../../setup/apps/manifest/manifest.ts';
import type { Server } from '../../setup/apps/places/server-process.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { auctionApps, serve } from './testing/served-app.ts';

/** Another address of the loopback: Linux has them all. */
const ELSEWHERE = '127.0.0.2';
/** So many wrong guesses at one name from one address are too many (`README.md`). */
const GUESSES = 10;
const PASSWORD = 'correct horse battery staple';

const apps = auctionApps();
const folder = temporaryFolder();

test('there are apps to test', () => {
  expect(apps).not.toHaveLength(0);
});

/** Who comes to the server from {@link ELSEWHERE}, whatever the framework's client is: its bytes go through here. */
async function relayTo(port: number): Promise<{ url: string; close(): void }> {
  const relay = createServer((client) => {
    const server = connect({ port, host: '127.0.0.1', localAddress: ELSEWHERE });
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
  let elsewhere: Awaited<ReturnType<typeof relayTo>>;

  beforeAll(async () => {
    ({ server, adapter } = await serve(app, folder));
    elsewhere = await relayTo(server.port);
  });
  afterAll(async () => {
    elsewhere?.close();
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

  test.each(transports)('over %s: who guesses elsewhere does not lock the owner out', async (transport) => {
    const name = `owner over ${transport}`;
    const right = { name, password: PASSWORD };
    const wrong = Array.from({ length: GUESSES }, (_, guess) => ({ name, password: `a wrong guess, ${guess}` }));
    expect(await ask(server.url, transport, 'register', [right])).toEqual(['ok']);
    expect(await ask(elsewhere.url, transport, 'logIn', wrong)).toEqual(wrong.map(() => 'wrong-login'));
    // Counted they are: from there nobody gets in any more, whatever the password.
    expect(await ask(elsewhere.url, transport, 'logIn', [right])).toEqual(['too-many']);
    expect(await ask(server.url, transport, 'logIn', [right])).toEqual(['ok']);
  });
});
