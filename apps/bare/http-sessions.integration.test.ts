import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { House } from '../../kits/node/house.ts';
import { type Connection, Outgoing, QUEUE_LIMIT_BYTES } from './client-connection.ts';
import { HttpSessions } from './http-sessions.ts';

let server: Server;
let url: string;
/** The calls of the house, in order. */
let heard: unknown[];
let connections: Connection[];
/** Resolves with each connection that ends. */
let onEnd: (connection: Connection) => void;

beforeEach(async () => {
  heard = [];
  connections = [];
  onEnd = () => {};
  const house = {
    receive: (_connection: Connection, event: string, data: unknown) => heard.push([event, data]),
    unreadable: () => heard.push('unreadable'),
    request: async () => ({ ok: true }),
  } as unknown as House<Connection>;
  const sessions = new HttpSessions(house, {
    opened: (connection) => connections.push(connection),
    ended: (connection) => onEnd(connection),
  });
  server = createServer((request, response) => sessions.handle(request, response) || response.writeHead(404).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bare`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const nextEnd = () =>
  new Promise<Connection>((resolve) => {
    onEnd = resolve;
  });

async function openSession(transport: string): Promise<string> {
  const response = await fetch(`${url}/${transport}`, { method: 'POST' });
  return `${url}/sessions/${((await response.json()) as { session: string }).session}`;
}

const say = (text: string) => connections[0]!.send(new Outgoing(text));
async function poll(session: string, after: number): Promise<{ first: number; messages: unknown[] }> {
  const [head, ...lines] = (await (await fetch(`${session}?after=${after}`)).text()).trimEnd().split('\n');
  return { ...JSON.parse(head!), messages: lines.map((line) => JSON.parse(line)) };
}

test('a body is taken line by line, in order; a broken line spoils no other', async () => {
  const session = await openSession('long-polling');
  const body = '{"e":"a","d":1}\n\nnonsense\nT{"e":"b"}\tø "\n';
  expect((await fetch(session, { method: 'POST', body })).status).toBe(204);
  expect(heard).toEqual([['a', 1], 'unreadable', ['b', 'ø "']]);
});

test.each(['long-polling', 'polling'])(
  '%s: what a poll answered comes again until it is acknowledged',
  async (transport) => {
    const session = await openSession(transport);
    say('{"e":"a"}');
    say('{"e":"b"}');
    expect(await poll(session, 0)).toEqual({ first: 1, messages: [{ e: 'a' }, { e: 'b' }] });
    expect(await poll(session, 0)).toEqual({ first: 1, messages: [{ e: 'a' }, { e: 'b' }] });
    say('{"e":"c"}');
    expect(await poll(session, 2)).toEqual({ first: 3, messages: [{ e: 'c' }] });
  },
);

test('a long poll waits for something to say, a poll does not', async () => {
  const polling = await openSession('polling');
  expect(await poll(polling, 0)).toEqual({ first: 1, messages: [] });
  const held = await openSession('long-polling');
  const answer = poll(held, 0);
  await poll(polling, 0);
  connections[1]!.send(new Outgoing('{"e":"late"}'));
  expect(await answer).toEqual({ first: 1, messages: [{ e: 'late' }] });
});

test('of two long polls of one session the older one is answered, so none is forgotten', async () => {
  const session = await openSession('long-polling');
  const older = poll(session, 0);
  const newer = poll(session, 0);
  const first = await Promise.race([older, newer]);
  expect(first).toEqual({ first: 1, messages: [] });
  say('1');
  expect(await Promise.all([older, newer])).toContainEqual({ first: 1, messages: [1] });
});

test.each(['?after=-1', '?after=1', '?after=0.5', '?after=x', ''])('a poll "%s" is after no number', async (query) => {
  const session = await openSession('long-polling');
  expect((await fetch(`${session}${query}`)).status).toBe(400);
});

test('a client that leaves has left at once, and its session is known as closed', async () => {
  const session = await openSession('polling');
  const ended = nextEnd();
  expect((await fetch(`${session}/close`, { method: 'POST' })).status).toBe(204);
  expect(await ended).toBe(connections[0]);
  const late = await fetch(`${session}?after=0`);
  expect([late.status, await late.text()]).toEqual([410, 'closed by the client']);
  expect((await fetch(session, { method: 'POST', body: '{"e":"late"}' })).status).toBe(410);
  expect(heard).toEqual([]);
});

test('a poller that stays behind is ended with the reason, and nothing was dropped before', async () => {
  const session = await openSession('polling');
  const mebibyte = `"${'x'.repeat(1_048_574)}"`;
  const ended = nextEnd();
  for (let count = 0; count <= QUEUE_LIMIT_BYTES / 1_048_576 + 1; count++) say(mebibyte);
  await ended;
  const late = await fetch(`${session}?after=0`);
  expect([late.status, await late.text()]).toEqual([410, `fell more than ${QUEUE_LIMIT_BYTES} bytes behind`]);
});

test.each(['sse', 'http-streaming'])('%s: a client that stops reading is ended', async (transport) => {
  const ended = nextEnd();
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.write(`GET /bare/${transport} HTTP/1.1\r\nhost: test\r\n\r\n`);
  await new Promise((resolve) => client.once('data', resolve));
  client.pause();
  const mebibyte = `"${'x'.repeat(1_048_574)}"`;
  let over = false;
  ended.then(() => {
    over = true;
  });
  while (!over) {
    say(mebibyte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  client.destroy();
  expect(await ended).toBe(connections[0]);
});

test('more than 4 MiB at once ends the session with the reason', async () => {
  const session = await openSession('long-polling');
  const ended = nextEnd();
  // The server stops reading; whether the client gets to see its answer is up to the network.
  await fetch(session, { method: 'POST', body: 'x'.repeat(5 * 1_048_576) }).catch(() => {});
  await ended;
  expect(await (await fetch(`${session}?after=0`)).text()).toBe('sent more than 4194304 bytes at once');
  expect(heard).toEqual([]);
});

test.each([
  ['GET', 'nothing', 404],
  ['GET', 'long-polling', 404],
  ['POST', 'sse', 404],
  ['GET', `sessions/${'a'.repeat(24)}`, 404],
  ['POST', 'sessions/short', 404],
])('%s %s is answered %i', async (method, path, status) => {
  expect((await fetch(`${url}/${path}`, { method })).status).toBe(status);
});

test('a stream tells the name of its session first, and is no thing to poll', async () => {
  const response = await fetch(`${url}/http-streaming`);
  const reader = response.body!.getReader();
  const { session } = JSON.parse(new TextDecoder().decode((await reader.read()).value));
  expect(response.headers.get('content-type')).toBe('application/x-events');
  expect((await fetch(`${url}/sessions/${session}?after=0`)).status).toBe(405);
  const ended = nextEnd();
  await reader.cancel();
  expect(await ended).toBe(connections[0]);
});
