// Checks that `./outcry verify` makes of every server, such as of the token and of refused bodies, are not repeated here.
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Control } from './control-paths.ts';
import { Room } from './room.ts';

const TOKEN = 'the token of this test';
let server: Server;
let room: Room<string>;
/** The room's output, in order; each look at it is repeated when more is said. */
let said: unknown[];
let looks: (() => void)[];
/** The bytes by which the connections are behind. */
let behind: number;

async function start(token: string): Promise<void> {
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
function openFeed() {
  const request = httpRequest({
    port: port(),
    host: '127.0.0.1',
    method: 'POST',
    path: '/outcry/feed',
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

test('an empty token is none: there is no control', async () => {
  server.close();
  await start('');
  expect((await ask('GET', '/outcry/clock', undefined, 'Bearer ')).status).toBe(404);
});

test('paths that are not control’s own are the app’s, or refused', async () => {
  expect(await (await fetch(`http://127.0.0.1:${port()}/outcry`)).text()).toBe('the app');
  expect((await ask('GET', '/outcry/constructor')).status).toBe(404);
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

test('a line that does not end is too large before it is complete', async () => {
  const { request, answered } = openFeed();
  request.write('1\n');
  request.write('x'.repeat(5 * 1_048_576));
  expect(await answered).toMatchObject({
    status: 400,
    answer: { code: 'too-large', reason: expect.stringMatching(/^line 2 /) },
  });
});

test('a feed that is not to wait is taken with clients behind, from its first line on', async () => {
  behind = Number.POSITIVE_INFINITY;
  expect(await ask('POST', '/outcry/feed?wait=no', '1\n2\n')).toEqual({ status: 200, answer: { lines: 2, sent: 0 } });
  expect((await ask('POST', '/outcry/feed?wait=no&to=Ada', '')).status).toBe(404);
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
