/** The house over DDP, for clients that do what the adapter would not. */
import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { auctionIn } from '../../kits/node/auction/auction-house.ts';
import { parseDatabaseUrl } from '../../kits/node/auction/database-url.ts';
import { House } from '../../kits/node/house.ts';
import { DdpError } from './ddp-server/errors.ts';
import { DdpServer } from './ddp-server/server.ts';
import { TrialClient } from './ddp-server/testing/trial-server.ts';
import { HouseOverDdp } from './house-over-ddp.ts';
import type { Visitor } from './visitor.ts';

/** The part of a password that Meteor's clients send: its SHA-256. */
const DIGEST = createHash('sha256').update('long enough').digest('hex');

let ddp: DdpServer;
let house: House<Visitor>;
let client: TrialClient;

function connect(): TrialClient {
  const connected = new TrialClient(ddp);
  connected.say({ msg: 'connect', version: '1', support: ['1'] });
  return connected;
}

const sub = (id: string) => ({ msg: 'sub', id, name: 'room', params: [] });
const method = (name: string, ...params: unknown[]) => ({ msg: 'method', id: name, method: name, params });

/** The messages to `to` since the last check, without the methods' `updated`. */
async function told(to = client): Promise<Record<string, unknown>[]> {
  await turn();
  return to.written
    .splice(0)
    .map((text) => JSON.parse(text))
    .filter(({ msg }) => msg !== 'updated');
}

/** The house's events in the room. */
const said = async (to = client) =>
  (await told(to)).flatMap(({ collection, fields }) => {
    const { event, data } = (fields ?? {}) as { event: string; data: unknown };
    return collection === 'room' ? [[event, data]] : [];
  });

beforeEach(async () => {
  ddp = new DdpServer();
  // The two need each other; nothing is said before both are there.
  const outputs: Pick<HouseOverDdp, 'send' | 'broadcast'> = {
    send: (...event) => offered.send(...event),
    broadcast: (...event) => offered.broadcast(...event),
  };
  house = new House(outputs, { auction: auctionIn(parseDatabaseUrl('sqlite::memory:')), token: 'token' });
  const offered = new HouseOverDdp(
    {
      methods: (methods) => ddp.methods(methods),
      publish: (name, publication) => ddp.publish(name, publication),
      sendOnly: (collection) => ddp.withoutMergeBox(collection),
      substitute: 'a sentence',
      Error: DdpError,
    },
    house,
  );
  client = connect();
});

afterEach(() => {
  ddp.closeAll();
  house.stop();
});

test('who is not in the room is refused every verb', async () => {
  await told();
  for (const name of ['echo', 'request', 'otherEvent', 'otherRequest', 'login', 'listItems']) {
    client.say(method(name, 1));
    expect(await told()).toMatchObject([{ msg: 'result', id: name, error: { error: 'not-in-the-room' } }]);
  }
});

test('the room names the substitute, and is ready; a second subscription to it is refused', async () => {
  await told();
  client.say(sub('1'));
  expect(await told()).toEqual([
    { msg: 'added', collection: 'server', id: 'this', fields: { substitute: 'a sentence' } },
    { msg: 'ready', subs: ['1'] },
  ]);
  client.say(sub('2'));
  expect(await told()).toMatchObject([{ msg: 'nosub', id: '2', error: { error: 'in-the-room' } }]);
  client.say(method('echo', 'still there'));
  expect(await said()).toMatchObject([['echo', { body: 'still there' }]]);
});

test('who leaves the room hears nothing more of it, and may come back', async () => {
  const other = connect();
  for (const one of [client, other]) one.say(sub('1'));
  client.say(method('join', { name: 'anna' }));
  client.say({ msg: 'unsub', id: '1' });
  await told();
  expect(await said(other)).toEqual([
    ['joined', { name: 'anna', body: null, hops: expect.anything() }],
    ['left', { name: 'anna', body: null, hops: expect.anything() }],
  ]);
  other.say(method('publish', 1));
  await turn();
  expect(await said()).toEqual([]);
  client.say(sub('2'));
  other.say(method('publish', 2));
  await turn();
  expect(await said()).toMatchObject([['publish', { body: 2 }]]);
});

test.each<[string, unknown[]]>([
  ['JSON text that is none', [null, '{']],
  ['JSON text that is no text', [null, { body: 1 }]],
  ['a date', [{ $date: 5 }]],
  ['bytes', [{ $binary: 'AQID' }]],
])('a verb whose parameter is %s is refused with bad-json', async (_what, params) => {
  client.say(sub('1'));
  await told();
  client.say(method('echo', ...params));
  expect(await said()).toMatchObject([['refused', { event: null, code: 'bad-json' }]]);
  client.say(method('request', ...params));
  const [{ result } = {}] = await told();
  expect(result).toMatchObject({ data: { ok: false, code: 'bad-json' } });
});

test('an event without a name is refused, and a request without one is unknown', async () => {
  client.say(sub('1'));
  await told();
  client.say(method('otherEvent', 5, 1));
  expect(await said()).toMatchObject([['refused', { event: null, code: 'bad-json' }]]);
  client.say(method('otherRequest', null));
  const [{ result } = {}] = await told();
  expect(result).toMatchObject({ data: { ok: false, code: 'unknown-event' } });
});

test.each<[string, unknown, string]>([
  ['login', undefined, 'wrong-type'],
  ['login', 'anna', 'wrong-type'],
  ['login', {}, 'missing-field'],
  ['login', { user: {}, password: 'long enough' }, 'missing-field'],
  ['login', { resume: 5 }, 'wrong-type'],
  ['login', { user: { username: 'anna' }, password: { digest: DIGEST, algorithm: 'md5' } }, 'wrong-type'],
  ['createUser', { username: 'anna', password: { digest: 'short', algorithm: 'sha-256' } }, 'wrong-type'],
  ['createUser', { username: 5, password: 'long enough' }, 'wrong-type'],
  ['placeBid', { itemId: 1, amount: 5 }, 'not-logged-in'],
  ['logout', null, 'wrong-type'],
])('%s with %j is refused with %s', async (name, options, code) => {
  client.say(sub('1'));
  await told();
  client.say(method(name, options));
  expect(await told()).toMatchObject([{ msg: 'result', error: { error: code, errorType: 'Meteor.Error' } }]);
});

test("a user registers, logs in and logs out as with Meteor's own clients", async () => {
  client.say(sub('1'));
  await told();
  const result = async (name: string, ...params: unknown[]) => {
    client.say(method(name, ...params));
    return (await answer()).result;
  };
  const answer = async (): Promise<Record<string, unknown>> =>
    (await told()).find(({ msg }) => msg === 'result') ?? (await answer());
  const password = { digest: DIGEST, algorithm: 'sha-256' };
  const login = { id: 'anna', username: 'anna', token: expect.any(String), tokenExpires: expect.anything() };
  expect(await result('createUser', { username: 'anna', password })).toEqual(login);
  expect(await result('logout')).toEqual({});
  expect(await result('login', { user: { username: 'anna' }, password })).toEqual(login);
});

test('a body that EJSON would alter comes back as JSON text, any other as the value that it is', async () => {
  client.say(sub('1'));
  await told();
  client.say(method('echo', { a: '"' }));
  client.say(method('echo', null, '{"$date":5}'));
  const documents = (await told()).flatMap(({ fields }) => (fields === undefined ? [] : [fields]));
  expect(documents).toEqual([
    { event: 'echo', data: { body: { a: '"' }, hops: expect.anything() } },
    { event: 'echo', json: expect.stringMatching(/^\{"body":\{"\$date":5\},"hops":/) },
  ]);
});

test('a goodbye ends the connection', async () => {
  client.say(sub('1'));
  client.say(method('goodbye'));
  expect(client.isClosed).toBe(true);
});
