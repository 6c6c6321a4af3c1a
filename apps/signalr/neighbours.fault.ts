/** The server beside others: a Node app on the same database file, and clients that do not keep up. */
import { connect as connectTcp, type Socket as TcpSocket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CONTROL_PATHS, type Counts, type Fed } from '../../protocol/control.ts';
import type { Adapter, Reply, Socket } from '../../protocol/socket.ts';
import { buildApp } from '../../setup/apps/build/build.ts';
import { lacks } from '../../setup/apps/build/prepare-apps.ts';
import { APPS_DIR, type App, readApp, readApps } from '../../setup/apps/manifest/manifest.ts';
import { type Server, startServer } from '../../setup/apps/places/server-process.ts';
import { askControl } from '../../setup/apps/places/testing/ask-control.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';

const signalr = readApp(join(APPS_DIR, 'signalr'));
const missing = await lacks(signalr);
if (missing.length > 0) console.warn(`signalr is not tested beside its neighbours: ${missing.join('; ')}`);
const testHere = missing.length === 0 ? test : test.skip;

const folder = temporaryFolder();
const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  await Promise.all(sockets.splice(0).map((socket) => socket.close()));
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(app: App): Promise<Server> {
  await buildApp(app);
  const server = await startServer(app, { databaseUrl: `sqlite:${join(folder, 'auction.sqlite')}` });
  servers.push(server);
  return server;
}

async function visit(app: App, { url }: Server): Promise<Socket> {
  const file = pathToFileURL(join(app.dir, 'dist', 'socket.mjs')).href;
  const { default: adapter } = (await import(file)) as { default: Adapter };
  const socket = await adapter.connect(url, { transport: 'websocket' });
  sockets.push(socket);
  return socket;
}

type Granted = Extract<Reply, { ok: true }>;

async function granted(socket: Socket, request: string, data: object): Promise<Granted> {
  const reply = await socket.request(request, data);
  if (!reply.ok) throw new Error(`${request} was refused: ${reply.reason}`);
  return reply;
}

testHere('a user registered here can log in at a Node app on the same file, and the other way round', async () => {
  const node = readApps().find(
    ({ requires, databases }) => databases.includes('sqlite') && requires.join() === 'node',
  )!;
  const [here, there] = [await start(signalr), await start(node)];
  const [ada, bert] = [await visit(signalr, here), await visit(node, there)];
  const password = 'p\u00e5ssw\u00f6rd and more';
  const { token } = await granted(ada, 'register', { name: '\u00c5da', password });
  await granted(bert, 'register', { name: 'Bert', password });

  // Other letters and other code points, and yet the same name and password.
  await granted(await visit(node, there), 'logIn', { name: 'a\u030adA', password: password.normalize('NFD') });
  await granted(await visit(signalr, here), 'logIn', { name: '\uff22ERT', password });
  expect(await granted(await visit(node, there), 'logIn', { token })).toMatchObject({ user: '\u00c5da' });
  expect(await bert.request('register', { name: '\u00e5DA', password })).toMatchObject({
    ok: false,
    code: 'name-taken',
  });
  expect(await ada.request('register', { name: 'bert', password })).toMatchObject({ ok: false, code: 'name-taken' });

  const { item } = await granted(ada, 'addItem', { name: 'a chair', description: '', minimumPrice: 1_000 });
  const itemId = (item as { id: number }).id;
  expect(await granted(bert, 'placeBid', { itemId, amount: 1_000 })).toMatchObject({ revision: 2 });
  expect(await ada.request('placeBid', { itemId, amount: 1_000 })).toMatchObject({ ok: false, code: 'bid-too-low' });
  expect(await granted(ada, 'placeBid', { itemId, amount: 1_001 })).toMatchObject({ revision: 3 });
  const lists = [await granted(ada, 'listItems', {}), await granted(bert, 'listItems', {})];
  expect(lists[0]).toEqual(lists[1]);
  expect(lists[0]).toMatchObject({ revision: 3, items: [{ leadingBid: 1_001, leadingBidder: '\u00c5da', bids: 2 }] });
});

/** A connection to the hub that says hello and then never reads a byte. */
async function deafClient({ port }: Server): Promise<{ socket: TcpSocket; ended: Promise<void> }> {
  const socket = connectTcp(port, '127.0.0.1');
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  socket.write(
    'GET /signalr HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  const hello = Buffer.from('{"protocol":"json","version":1}\u001e');
  // A text frame, masked with zeros.
  socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | hello.length, 0, 0, 0, 0]), hello]));
  // The answers to the upgrade and to the hello; the server counts us as connected soon after.
  await new Promise<void>((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (!text.includes('{}\u001e')) return;
      socket.pause();
      socket.removeAllListeners('data');
      resolve();
    });
  });
  return { socket, ended };
}

const EVENTS = 40;
const inOrder = Array.from({ length: EVENTS }, (_, seq) => seq);
const bodies = inOrder.map((seq) => ({ seq, payload: 'x'.repeat(1_048_576) }));

/** The numbers of the bodies that arrive as `event`; `until` resolves when that many are there. */
function listen(socket: Socket, event: string): { seqs: number[]; until(count: number): Promise<void> } {
  const seqs: number[] = [];
  let look = (): void => {};
  socket.on(event, ({ body }: { body: { seq: number } }) => {
    seqs.push(body.seq);
    look();
  });
  const until = (count: number): Promise<void> =>
    new Promise((resolve) => {
      look = () => seqs.length >= count && resolve();
      look();
    });
  return { seqs, until };
}

testHere(
  'a client that does not read holds up nobody, is ended when 16 MiB wait for it, and the log says so',
  async () => {
    const server = await start(signalr);
    const [speaker, other] = [await visit(signalr, server), await visit(signalr, server)];
    const deaf = await deafClient(server);
    const heard = [speaker, other].map((socket) => listen(socket, 'publish'));
    await askControl(server, CONTROL_PATHS.begin, '{"bucketMs":3600000,"greet":null}');
    for (const body of bodies) {
      speaker.emit('publish', body);
      // So that it is only the deaf one who falls behind.
      await Promise.all(heard.map(({ until }) => until(body.seq + 1)));
    }
    expect(heard.map(({ seqs }) => seqs)).toEqual([inOrder, inOrder]);
    expect((await askControl<Counts>(server, CONTROL_PATHS.counts)).verbs.publish.received).toEqual([EVENTS]);
    // It learns of its end when it reads again.
    deaf.socket.resume();
    await deaf.ended;
    expect(server.log()).toMatch(/does not keep up: \d+ bytes wait for it; it is ended/);
  },
);

testHere(
  'a feed waits for a client that does not read until the framework ends that one, and then goes on',
  async () => {
    const server = await start(signalr);
    const listener = await visit(signalr, server);
    const deaf = await deafClient(server);
    const heard = listen(listener, 'feed');
    const lines = bodies.map((body) => JSON.stringify(body)).join('\n');
    expect(await askControl<Fed>(server, CONTROL_PATHS.feed, lines)).toMatchObject({ lines: EVENTS });
    await heard.until(EVENTS);
    expect(heard.seqs).toEqual(inOrder);
    expect((await askControl<Counts>(server, CONTROL_PATHS.counts)).connections).toBe(1);
    expect(server.log()).not.toContain('does not keep up');
    deaf.socket.resume();
    await deaf.ended;
  },
);
