import type { Socket } from '../../protocol/socket.ts';
import adapter from './socket.ts';
import { call, TrialServer } from './testing/trial-server.ts';

let server: TrialServer;
let open: Socket[];

beforeEach(async () => {
  open = [];
  server = await TrialServer.start();
  await server.begin();
});

afterEach(async () => {
  await Promise.all(open.map((socket) => socket.close()));
  await server.stop();
});

async function connect(transport: 'websocket' | 'long-polling' | 'rest' = 'websocket'): Promise<Socket> {
  const socket = await adapter.connect(server.url, { transport });
  open.push(socket);
  return socket;
}

const PASSWORD = 'a good password';
const ITEM = { name: 'A chair', description: '', minimumPrice: 100 };

test('what the house tells goes out once for each change, in their order, and what it tells nobody goes to nobody', async () => {
  const raw = await server.connectRaw();
  const wire: unknown[][] = [];
  raw.onAny((...packet) => wire.push(packet));
  const ann = await connect();
  const register = await ann.request('register', { name: 'Ann', password: PASSWORD });
  expect(register).toMatchObject({ ok: true, user: 'Ann', token: expect.any(String) });
  const { item } = (await ann.request('addItem', ITEM)) as unknown as { item: { id: number } };
  const itemId = item.id;
  const replies = await Promise.all([
    ann.request('placeBid', { itemId, amount: 100 }),
    ann.request('placeBid', { itemId, amount: 200 }),
    ann.request('removeItem', { itemId }),
  ]);
  expect(replies).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await ann.request('logOut', {})).toEqual({ ok: true });
  // Whatever was told before the answer to this is there.
  await call(raw, 'find', 'items', {});
  expect(wire).toMatchObject([
    ['items created', { revision: 1, item: { name: 'A chair' } }],
    ['bids created', { revision: 2, amount: 100 }],
    ['bids created', { revision: 3, amount: 200 }],
    ['items removed', { revision: 4, itemId }],
  ]);
});

test('a refusal of the house is an error with its HTTP status, and the field it belongs to', async () => {
  const raw = await server.connectRaw();
  const [missing] = await call(raw, 'create', 'users', { name: 'Ann' }, {});
  expect(missing).toMatchObject({ name: 'BadRequest', code: 400, data: { code: 'missing-field', field: 'password' } });
  const [stranger] = await call(raw, 'create', 'items', ITEM, {});
  expect(stranger).toMatchObject({ name: 'NotAuthenticated', code: 401, data: { code: 'not-logged-in' } });
  const ann = await connect('long-polling');
  expect(await ann.request('removeItem', {})).toMatchObject({ ok: false, code: 'not-logged-in' });
  await ann.request('register', { name: 'Ann', password: PASSWORD });
  expect(await ann.request('removeItem', {})).toMatchObject({ ok: false, code: 'missing-field', field: 'itemId' });
  expect(await ann.request('removeItem', { itemId: '1' })).toMatchObject({ ok: false, code: 'wrong-type' });
  expect(await ann.request('removeItem', { itemId: 1 })).toMatchObject({ ok: false, code: 'no-such-item' });
});

test.each(['get', 'update', 'patch'])('%s, which no service has, is refused as Feathers refuses it', async (method) => {
  const raw = await server.connectRaw();
  const args = method === 'get' ? [1, {}] : [1, { name: 'x' }, {}];
  const [error] = await call(raw, method, 'items', ...args);
  expect(error).toMatchObject({ name: 'MethodNotAllowed', code: 405, className: 'method-not-allowed' });
  const [unknown] = await call(raw, method, 'nothing', ...args);
  expect(unknown).toMatchObject({ name: 'NotFound', code: 404, data: { code: 'unknown-event' } });
  expect(await server.counts()).toMatchObject({ refused: 1 });
});

test('a query, which no service takes, is refused as Feathers refuses a parameter it does not know', async () => {
  const raw = await server.connectRaw();
  const [error, result] = await call(raw, 'find', 'items', { $limit: 1 });
  expect(result).toBeUndefined();
  expect(error).toMatchObject({ name: 'BadRequest', code: 400, message: 'Invalid query parameter $limit' });
  const response = await fetch(`${server.url}/feathers/room?n=1`, {
    method: 'POST',
    headers: { 'x-service-method': 'ask', 'content-type': 'application/json' },
    body: '{"body":1}',
  });
  expect([response.status, (await response.json()).message]).toEqual([400, 'Invalid query parameter n']);
});

test('what is said to one connection goes to it alone', async () => {
  const [one, other] = [await connect(), await connect()];
  const heard: unknown[] = [];
  for (const [name, socket] of [
    ['one', one],
    ['other', other],
  ] as const) {
    socket.on('echo', ({ body }) => heard.push([name, 'echo', body]));
    socket.on('refused', ({ event, code }) => heard.push([name, event, code]));
  }
  one.emit('echo', 1);
  one.emit('no-such', 1);
  await one.request('request', { body: 1 });
  await other.request('request', { body: 1 });
  expect(heard).toHaveLength(2);
  expect(heard).toEqual(
    expect.arrayContaining([
      ['one', 'echo', 1],
      ['one', 'no-such', 'unknown-event'],
    ]),
  );
});

test('a greeting that comes before anybody listens is kept, and is one connection’s alone', async () => {
  await server.begin({ body: 'hello' });
  const sockets = [await connect(), await connect('long-polling')];
  await Promise.all(sockets.map((socket) => socket.request('request', { body: 1 })));
  const heard: string[] = [];
  for (const [n, socket] of sockets.entries()) socket.on('greet', ({ body }) => heard.push(`${body} ${n}`));
  await Promise.all(sockets.map((socket) => socket.request('request', { body: 1 })));
  expect(heard.sort()).toEqual(['hello 0', 'hello 1']);
});

test('a request that the server does not get to answer fails when the connection ends', async () => {
  const socket = await connect();
  const answer = socket.request('register', { name: 'Ann', password: PASSWORD });
  const failed = expect(answer).rejects.toThrow();
  await socket.close();
  await failed;
  await expect(socket.request('request', { body: 1 })).rejects.toThrow('the connection has ended');
});

test('a request over REST is a connection while it is answered, and what needs one is not to be had', async () => {
  const rest = await connect('rest');
  expect(await rest.request('request', { body: ['ø'] })).toMatchObject({ ok: true, body: ['ø'] });
  for (const request of ['join', 'leave', 'register', 'logIn', 'logOut', 'listItems', 'addItem', 'placeBid']) {
    expect(await rest.request(request, {})).toMatchObject({ ok: false });
  }
  const { connections, verbs } = await server.counts();
  expect([connections, verbs.request, verbs.join.received]).toEqual([0, { received: [1], sent: [1] }, []]);
});
