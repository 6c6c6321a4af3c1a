/** One database, two languages: a user who registers with one server logs in at the other, and both see one house. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type TrialDatabase, trialDatabases } from '../../kits/node/auction/testing/trial-houses.ts';
import type { Adapter, Socket } from '../../protocol/socket.ts';
import { isBuilt } from '../../setup/apps/build/build.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { APPS_DIR, type App, readApp } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import type { Login, Requests } from '../../shared-ui/auction/contract.ts';

const PASSWORD = 'pa\u0308ssword of Ada';
/** The same password as another keyboard types it. */
const COMPOSED = PASSWORD.normalize('NFC');

const play = readApp(join(APPS_DIR, 'play'));
const node = readApp(join(APPS_DIR, 'bare'));
const missing = (await Promise.all([play, node].map(whatIsMissing))).flat();
if (missing.length > 0) console.warn(`logging in across languages is not tested: ${missing.join('; ')}`);

async function whatIsMissing(app: App): Promise<string[]> {
  const lacking = await lacks(app);
  if (lacking.length > 0 || isBuilt(app)) return lacking;
  return [`apps/${app.id} is not built as it is now; ./outcry setup does it`];
}

const databases = await trialDatabases();
afterAll(async () => {
  for (const database of databases) await database.stop();
});

let servers: Server[];
let sockets: Socket[];

async function visit(app: App): Promise<Socket> {
  const url = servers[app === play ? 0 : 1]!.url;
  const { default: adapter } = (await import(pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href)) as {
    default: Adapter;
  };
  const socket = await adapter.connect(url, { transport: 'websocket' });
  sockets.push(socket);
  return socket;
}

/** Asks as `request` does; anything but ok fails the test. */
async function granted<Name extends keyof Requests>(
  socket: Socket,
  name: Name,
  data: Requests[Name]['data'],
): Promise<Requests[Name]['reply']> {
  const reply = await socket.request(name, data);
  if (!reply.ok) throw new Error(`${name} was refused: ${JSON.stringify(reply)}`);
  return reply as unknown as Requests[Name]['reply'];
}

for (const database of databases) {
  const isThere = missing.length === 0 && database.missing === null;
  (isThere ? describe : describe.skip)(`on one database, ${database.name}`, () => announce(database));
}

function announce(database: TrialDatabase): void {
  beforeAll(async () => {
    const databaseUrl = await database.newUrl();
    servers = [];
    sockets = [];
    for (const app of [play, node]) servers.push(await startServer(app, { databaseUrl }));
  });

  afterAll(async () => {
    await Promise.all(sockets.map((socket) => socket.close()));
    await Promise.all(servers.map((server) => server.stop()));
  });

  test.each([
    ['a Node server', 'the Java server', { first: node, second: play, name: 'Zoë Ä.', again: 'ＺＯE\u0308 ä.' }],
    ['the Java server', 'a Node server', { first: play, second: node, name: 'Ἀθηνᾶ', again: 'ἈΘΗΝΑ\u0342' }],
  ])('who registers with %s logs in at %s by password and by token', async (_, __, { first, second, name, again }) => {
    const { token } = await granted(await visit(first), 'register', { name, password: PASSWORD });
    const other = await visit(second);
    expect(await other.request('logIn', { name: again, password: `${PASSWORD}!` })).toMatchObject({
      code: 'wrong-login',
    });
    const login: Login = await granted(other, 'logIn', { name: again, password: COMPOSED });
    expect(login.user).toBe(name);
    expect(await granted(await visit(second), 'logIn', { token })).toMatchObject({ user: name });
    expect(await other.request('register', { name: again, password: PASSWORD })).toMatchObject({ code: 'name-taken' });
    await granted(other, 'logOut', {});
    expect(await (await visit(first)).request('logIn', { token: login.token })).toMatchObject({
      code: 'login-expired',
    });
  });

  test('both see the same items, bids and revisions', async () => {
    const java = await visit(play);
    const other = await visit(node);
    await granted(java, 'register', { name: 'Carla', password: PASSWORD });
    await granted(other, 'register', { name: 'Dora', password: PASSWORD });
    const text = { name: '<b>Stuhl</b> \u{1f38e}', description: 'a\nb', minimumPrice: 1_000 };
    const { item } = await granted(java, 'addItem', text);
    await granted(other, 'placeBid', { itemId: item.id, amount: 1_500 });
    expect(await java.request('placeBid', { itemId: item.id, amount: 1_500 })).toMatchObject({ code: 'bid-too-low' });
    await granted(java, 'placeBid', { itemId: item.id, amount: 1_501 });
    const here = await granted(java, 'listItems', {});
    expect(here).toEqual(await granted(other, 'listItems', {}));
    expect(here.items).toEqual([
      { ...item, ...text, leadingBid: 1_501, leadingBidder: 'Carla', bids: 2, addedBy: 'Carla' },
    ]);
  });

  test('bids of both at once follow each other: each amount leads once, and no revision is used twice', async () => {
    const java = await visit(play);
    const other = await visit(node);
    await granted(java, 'logIn', { name: 'Carla', password: PASSWORD });
    await granted(other, 'logIn', { name: 'Dora', password: PASSWORD });
    const { item, revision } = await granted(java, 'addItem', { name: 'a vase', description: '', minimumPrice: 1 });
    const amounts = Array.from({ length: 40 }, (_, n) => n + 1);
    const replies = await Promise.all(
      amounts.flatMap((amount) => [java, other].map((who) => who.request('placeBid', { itemId: item.id, amount }))),
    );
    const codes = new Set(replies.map((reply) => (reply.ok ? 'ok' : reply.code)));
    expect([...codes].filter((code) => code !== 'ok' && code !== 'bid-too-low')).toEqual([]);
    const revisions = replies.flatMap((reply) => (reply.ok ? [reply.revision as number] : [])).sort((a, b) => a - b);
    expect(revisions).toEqual(revisions.map((_, n) => revision + 1 + n));
    const { items } = await granted(other, 'listItems', {});
    expect(items.find(({ id }) => id === item.id)).toMatchObject({ leadingBid: 40, bids: revisions.length });
  });

  test('a Java server that is killed while it takes bids leaves each one it accepted, once', async () => {
    const [server] = servers;
    const java = await visit(play);
    const { token } = await granted(java, 'logIn', { name: 'Carla', password: PASSWORD });
    const { item } = await granted(java, 'addItem', { name: 'a clock', description: '', minimumPrice: 1 });
    const accepted: number[] = [];
    for (let amount = 1; amount <= 60; amount++) {
      java.request('placeBid', { itemId: item.id, amount }).then(
        (reply) => reply.ok && accepted.push(amount),
        () => {},
      );
    }
    while (accepted.length < 10) await new Promise((resolve) => setTimeout(resolve, 5));
    await server!.kill();
    const other = await visit(node);
    expect(await granted(other, 'logIn', { token })).toMatchObject({ user: 'Carla' });
    const left = (await granted(other, 'listItems', {})).items.find(({ id }) => id === item.id)!;
    // It may have died between a commit and telling of it.
    expect(left.bids).toBeGreaterThanOrEqual(accepted.length);
    expect(left.leadingBid).toBe(left.bids);
    await granted(other, 'placeBid', { itemId: item.id, amount: left.leadingBid! + 1 });
  });
}
