/** Logging out ends a token for every connection that logged in with it, in every app and over every transport. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket, Transport } from '../../protocol/socket.ts';
import { auctionTransportsOf } from '../../setup/apps/manifest.ts';
import { auctionApps, type ServedApp, serve } from './testing/served-app.ts';

const PASSWORD = 'correct horse battery staple';
/** So many connections log in with one token: those of a server of several processes are in different ones. */
const CONNECTIONS = 4;

const apps = auctionApps();
const folder = mkdtempSync(join(tmpdir(), 'outcry-logging-out-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there are apps to test', () => {
  expect(apps).not.toHaveLength(0);
});

describe.each(apps)('%s', (_id, app) => {
  let served: ServedApp;
  let open: Socket[];

  beforeAll(async () => {
    served = await serve(app, folder);
  });
  afterAll(() => served?.server.stop());
  beforeEach(() => {
    open = [];
  });
  afterEach(() => Promise.all(open.map((socket) => socket.close())));

  async function connect(transport: Transport): Promise<Socket> {
    const socket = await served.adapter.connect(served.server.url, { transport });
    open.push(socket);
    return socket;
  }

  /** What comes of a request: its reply, or the code it is refused with. */
  async function ask(socket: Socket, request: string, data: object) {
    const reply = await socket.request(request, data);
    return reply.ok ? (reply as unknown as Record<string, unknown>) : reply.code;
  }

  test.each(auctionTransportsOf(app, 'console'))('over %s', async (transport) => {
    const credentials = { name: `user over ${transport}`, password: PASSWORD };
    const first = await connect(transport);
    const { token } = (await ask(first, 'register', credentials)) as { token: string };
    const others = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(transport)));
    for (const other of others) expect(await ask(other, 'logIn', { token })).toMatchObject({ token });
    const byPassword = await connect(transport);
    expect(await ask(byPassword, 'logIn', credentials)).toMatchObject({ user: credentials.name });

    await ask(first, 'logOut', {});
    for (const socket of [first, ...others]) {
      expect(await ask(socket, 'addItem', {})).toBe('not-logged-in');
      expect(await ask(socket, 'placeBid', { itemId: 1_000_000, amount: 5 })).toBe('not-logged-in');
    }
    expect(await ask(others[0]!, 'logIn', { token })).toBe('login-expired');
    expect(await ask(byPassword, 'placeBid', { itemId: 1_000_000, amount: 5 })).toBe('no-such-item');
  });
});
