import { createServer, request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Control } from './control.ts';
import { Room } from './room.ts';

const TOKEN = 'the token of this test';
let server: Server;
let room: Room<string>;
/** What the room said, in order; each look at it is repeated when more is said. */
let said: unknown[];
let looks: (() => void)[];
/** How far behind the connections are, bytes. */
let behind: number;

async function start(token: string | undefined): Promise<void> {
  said = [];
  looks = [];
  behind = 0;
  const say = (...what: unknown[]) => {
    said.push(what);
    for (const look of looks) look();
  };
  room = new Room<string>({
    send: (to, event, data) => say(to, event, data),
    broadcast: (event, data) => say('all', event, data),
    waiting: () => behind,
  });
  const control = new Control(room, token);
  server = createServer((request, response) => control.handle(request, response) || response.end('the app'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

beforeEach(() => start(TOKEN));
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

async function ask(method: string, path: string, body?: string, authorization = `Bearer ${TOKEN}`) {
  const response = await fetch(`http://127.0.0.1:${port()}${path}`, { method, body, headers: { authorization } });
  return { status: response.status, answer: await response.json() };
}

/** Resolves when this many messages have been sent. */
async function saidSoMany(count: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => said.length >= count && resolve();
    looks.push(look);
    look();
  });
}

/** A feed whose body the test writes piece by piece. */
function openFeed(query = '') {
  const request = httpRequest({
    port: port(),
    host: '127.0.0.1',
    method: 'POST',
    path: `/outcry/feed${query}`,
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  request.on('error', () => {});
  const answered = new Promise<{ status: number; answer: unknown }>((resolve) => {
    request.on('response', async (response) => {
      resolve({ status: response.statusCode!, answer: JSON.parse(await text(response)) });
    });
  });
  return { request, answered };
}

const bodies = () => said.map((what) => (what as [string, string, { body: unknown }])[2].body);

test('a server without a token refuses every control request', async () => {
  server.close();
  for (const none of [undefined, '']) {
    await start(none);
    for (const [method, path] of [
      ['GET', 'clock'],
      ['POST', 'begin'],
      ['PUT', 'feed'],
    ] as const) {
      const authorization = `Bearer ${none ?? 'undefined'}`;
      expect((await ask(method, `/outcry/${path}`, undefined, authorization)).status).toBe(404);
    }
    server.close();
  }
});

test.each(['', 'Bearer', 'Bearer ', 'Bearer wrong', `Bearer ${TOKEN} `.repeat(2), `Basic ${TOKEN}`, TOKEN])(
  '%j is not the token',
  async (authorization) => {
    const { status, answer } = await ask('GET', '/outcry/clock', undefined, authorization);
    expect([status, answer]).toEqual([401, { code: 'unauthorized', reason: expect.stringMatching(/\S/) }]);
  },
);

test('who has no token is told before any of the body is there', async () => {
  const client = connect(port(), '127.0.0.1');
  client.write('POST /outcry/feed HTTP/1.1\r\nhost: test\r\ncontent-length: 1000000\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1.1 401 /);
  expect(said).toEqual([]);
});

test.each([
  ['POST', '/outcry/clock', 405, 'wrong-method'],
  ['POST', '/outcry/counts', 405, 'wrong-method'],
  ['DELETE', '/outcry/begin', 405, 'wrong-method'],
  ['GET', '/outcry/feed', 405, 'wrong-method'],
  ['GET', '/outcry/constructor', 404, 'not-found'],
  ['GET', '/outcry/', 404, 'not-found'],
])('%s %s is answered %i', async (method, path, status, code) => {
  expect(await ask(method, path)).toEqual({ status, answer: { code, reason: expect.stringMatching(/\S/) } });
});

test('other paths are the app’s', async () => {
  expect(await (await fetch(`http://127.0.0.1:${port()}/outcry`)).text()).toBe('the app');
});

test('begin, what is counted, and the clock', async () => {
  const before = await ask('GET', '/outcry/counts');
  expect(before.answer).toMatchObject({ startedAt: null, bucketMs: 0, connections: 0, refused: 0 });
  const begun = await ask('POST', '/outcry/begin', '{"bucketMs": 3600000, "greet": {"bytes": 3}}');
  expect(begun.status).toBe(200);
  room.connect('A');
  room.receive('A', 'publish', null);
  const { answer } = await ask('GET', '/outcry/counts');
  expect(answer).toMatchObject({ bucketMs: 3_600_000, connections: 1 });
  expect(answer.verbs).toEqual({
    ...Object.fromEntries(['echo', 'sink', 'request', 'join', 'leave', 'feed'].map((verb) => [verb, NOTHING])),
    publish: { received: [1], sent: [1] },
    greet: { received: [0], sent: [1] },
  });
  const { clock } = (await ask('GET', '/outcry/clock')).answer;
  for (const [early, late] of [
    [begun.answer.clock, answer.startedAt],
    [answer.startedAt, answer.clock],
    [answer.clock, clock],
  ]) {
    expect(early).toBeLessThanOrEqual(late);
  }
});

const NOTHING = { received: [], sent: [] };

test.each([
  ['', 400, 'bad-json'],
  ['{"bucketMs": 1000', 400, 'bad-json'],
  ['[]', 400, 'wrong-type'],
  ['{"greet": null}', 400, 'missing-field'],
  [`{"bucketMs": 1000, "greet": {"body": "${'x'.repeat(1_200_000)}"}}`, 400, 'too-large'],
  [' '.repeat(2 * 1_048_576 + 1), 413, 'too-large'],
])('begin %.30s is answered %i', async (body, status, code) => {
  expect(await ask('POST', '/outcry/begin', body)).toMatchObject({ status, answer: { code } });
  expect((await ask('GET', '/outcry/counts')).answer.bucketMs).toBe(0);
});

test('each line of a feed goes out when it is complete, while the request is still open', async () => {
  room.connect('A');
  const { request, answered } = openFeed();
  request.write('{"tick": 1}\n"two" ');
  await saidSoMany(1);
  expect(bodies()).toEqual([{ tick: 1 }]);
  // A newline cut off from its line, empty lines, and a letter cut in the middle.
  request.write('\n\n\r\n'.slice(0, 2));
  await saidSoMany(2);
  const letter = Buffer.from('"é"\n');
  request.write(letter.subarray(0, 2));
  await ask('GET', '/outcry/clock');
  request.write(letter.subarray(2));
  await saidSoMany(3);
  request.end('4');
  expect(await answered).toEqual({ status: 200, answer: { lines: 4, sent: 4 } });
  expect(bodies()).toEqual([{ tick: 1 }, 'two', 'é', 4]);
});

test('a line that cannot be sent ends the feed at once, with its number, and what came before has been sent', async () => {
  room.connect('A');
  const { request, answered } = openFeed();
  request.write('1\n\nnonsense\n4\n');
  expect(await answered).toEqual({
    status: 400,
    answer: { code: 'bad-json', reason: expect.stringMatching(/^line 3: /) },
  });
  expect(bodies()).toEqual([1]);
});

test('a line that does not end is too large before it is complete', async () => {
  const { request, answered } = openFeed();
  request.write('1\n');
  request.write('x'.repeat(5 * 1_048_576));
  expect(await answered).toMatchObject({
    status: 400,
    answer: { code: 'too-large', reason: expect.stringMatching(/^line 2 /) },
  });
});

test('a feed for a name that nobody has is refused before its first line, and ends when the name is left', async () => {
  room.connect('A');
  room.connect('B');
  room.request('B', 'join', { name: 'bert & co' });
  const nobody = openFeed('?to=anna');
  nobody.request.flushHeaders();
  expect(await nobody.answered).toMatchObject({ status: 404, answer: { code: 'unknown-name' } });
  said.length = 0;
  const { request, answered } = openFeed(`?to=${encodeURIComponent('bert & co')}`);
  request.write('1\n');
  await saidSoMany(1);
  expect(said).toEqual([['B', 'feed', { body: 1, hops: expect.anything() }]]);
  room.request('B', 'leave', null);
  request.write('2\n');
  expect(await answered).toMatchObject({ status: 404, answer: { code: 'unknown-name' } });
});

test('a feed waits for who is behind, and goes on', async () => {
  room.connect('A');
  looks.push(() => {
    if (said.length === 3) behind = 100 * 1_048_576;
  });
  const { request, answered } = openFeed();
  request.end('1\n2\n3\n4\n5\n');
  await saidSoMany(3);
  for (let turn = 0; turn < 20; turn++) await ask('GET', '/outcry/clock');
  expect(bodies()).toEqual([1, 2, 3]);
  behind = 0;
  expect(await answered).toEqual({ status: 200, answer: { lines: 5, sent: 5 } });
  expect(bodies()).toEqual([1, 2, 3, 4, 5]);
});

test('a feed that is cut off while it waits is over, and others go on', async () => {
  room.connect('A');
  behind = 100 * 1_048_576;
  const cut = openFeed();
  cut.request.write('1\n');
  await ask('GET', '/outcry/clock');
  cut.request.destroy();
  await ask('GET', '/outcry/clock');
  behind = 0;
  expect(await ask('POST', '/outcry/feed', '"other"')).toEqual({ status: 200, answer: { lines: 1, sent: 1 } });
});
