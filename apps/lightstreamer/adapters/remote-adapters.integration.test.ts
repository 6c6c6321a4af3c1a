import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { auctionIn } from '../../../kits/node/auction/auction-house.ts';
import { parseDatabaseUrl } from '../../../kits/node/auction/database-url.ts';
import { House } from '../../../kits/node/house.ts';
import { CONTROL_PATHS } from '../../../protocol/control.ts';
import { readFrame } from '../../../protocol/envelope.ts';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { FAREWELL, GOODBYE } from '../items.ts';
import { RemoteAdapters } from './remote-adapters.ts';
import { FakeBroker, INIT, type Peer } from './testing/fake-broker.ts';
import type { Visitor } from './visitors.ts';

const HOPS = [expect.any(Number), expect.any(Number)];

const TOKEN = 'sesame';

let folder: string;
let broker: FakeBroker;
let adapters: RemoteAdapters;
let house: House<Visitor>;
let started: Promise<void>;
let sessions = 0;

beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  folder = temporaryFolder();
  broker = await FakeBroker.listen();
  adapters = new RemoteAdapters(async () => broker.address);
  const auction = auctionIn(parseDatabaseUrl(`sqlite:${join(folder, 'auction.sqlite')}`));
  house = new House(adapters, { auction, token: TOKEN });
  started = adapters.start(house);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await adapters.stop();
  house.stop();
  broker.close();
});

/** Asks for control of the house; the status. */
async function control(path: keyof typeof CONTROL_PATHS, body: unknown): Promise<number> {
  const http = createServer((request, response) => house.control(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const headers = { authorization: `Bearer ${TOKEN}`, connection: 'close' };
  const { status } = await fetch(`http://127.0.0.1:${port}${CONTROL_PATHS[path]}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  http.close();
  return status;
}

type Peers = Awaited<ReturnType<FakeBroker['adapters']>>;

const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
const decode = (text: string) => decodeURIComponent(text.replaceAll('+', '%20'));

/** Adapters with an item for all. */
async function connected(): Promise<Peers> {
  const peers = await broker.adapters();
  await peers.data.ask('SUB|S|load');
  await peers.notify.next();
  return peers;
}

/** A client's session, which has subscribed to its own item. */
async function enter({ metadata, data, notify }: Peers): Promise<{ id: string; item: string }> {
  const id = `S${++sessions}`;
  await metadata.ask(`NNS|S|#|S|${id}|S|REMOTE_IP|S|192.0.2.1`);
  const item = decode((await metadata.ask(`GIS|S|#|S|mine|S|${id}`)).slice('GIS|S|'.length));
  expect(await data.ask(`SUB|S|${encode(item)}`)).toBe('SUB|V');
  // It has no snapshot.
  expect(await notify.next()).toMatch('|EOS|');
  expect(await notify.next()).toMatch(`|UD3|S|${encode(item)}|S|r`);
  return { id, item };
}

const said = (metadata: Peer, id: string, text: string) => metadata.ask(`NUM|S|#|S|${id}|S|${encode(text)}`);
const event = (name: string, data: unknown) => JSON.stringify({ e: name, d: data });

/** The next update: its item and its text. */
async function update(notify: Peer): Promise<{ item: string; text: string }> {
  const [, verb, , item, , , , , , name, , value] = (await notify.next())!.split('|');
  expect([verb, name]).toEqual(['UD3', 'message']);
  return { item: decode(item!), text: decode(value!) };
}

/** The next update, which is an envelope. */
async function heard(notify: Peer): Promise<{ item: string; envelope: unknown }> {
  const { item, text } = await update(notify);
  return { item, envelope: readFrame(text) };
}

test('the data adapter connects when the metadata adapter has answered, and not before', async () => {
  const metadata = await broker.connection('metadata');
  expect(await metadata.next()).toBe('1|RAC|S|enableClosePacket|S|true');
  expect(broker.hasConnection('data')).toBe(false);
  expect(await metadata.ask(`MPI|${INIT}`)).toBe('MPI|S|ARI.version|S|1.8.3');
  const [data] = await Promise.all([broker.connection('data'), broker.connection('notify')]);
  await data.next();
  await data.ask(`DPI|${INIT}`);
  await started;
});

test('what the broker says before both streams are there is not lost', async () => {
  const metadata = await broker.connection('metadata');
  await metadata.next();
  await metadata.ask(`MPI|${INIT}`);
  const data = await broker.connection('data');
  data.say(`r1|DPI|${INIT}\n`);
  await started;
});

test.each([
  ['GIS|S|#|S|load|S|S9', 'GIS|S|load'],
  ['GIS|S|#|S|auction|S|S9', 'GIS|S|auction'],
  ['GIS|S|#|S|mine|S|S9', 'GIS|S|mine%3AS9'],
  ['GIS|S|#|S|mine|S|#', /^GIS\|EI\|/],
  ['GIS|S|#|S|mine%3AS8|S|S9', /^GIS\|EI\|/],
  ['GIS|S|#|S|load+mine|S|S9', /^GIS\|EI\|/],
  ['GIS|S|#|S|__proto__|S|S9', /^GIS\|EI\|/],
  ['GIS|S|#|S|#|S|S9', /^GIS\|EI\|/],
  ['GSC|S|#|S|load|S|message|S|S9', 'GSC|S|message'],
  ['GSC|S|#|S|auction|S|command+key+bids|S|S9', 'GSC|S|command|S|key|S|bids'],
  ['GSC|S|#|S|auction|S|key+key|S|S9', /^GSC\|ES\|/],
  ['GSC|S|#|S|load|S|key|S|S9', /^GSC\|ES\|/],
  ['GSC|S|#|S|load|S|#|S|S9', /^GSC\|ES\|/],
  ['GSC|S|#|S|nothing|S|message|S|S9', /^GSC\|EI\|/],
  ['GIT|S|load|S|mine%3AS9|S|auction', 'GIT|I|0|D|0|M|R|I|0|D|0|M|R|I|0|D|0|M|C'],
  ['GUI|S|#|S|auction|S|load', 'GUI|I|0|D|0|M|C|I|0|D|0|M|R'],
  ['NUS|S|#|S|#', 'NUS|D|0|B|0'],
  ['NUS|S|root|S|secret|S|host|S|x', 'NUS|D|0|B|0'],
])('%s is answered %s', async (request, answer) => {
  const { metadata } = await broker.adapters();
  const answered = await metadata.ask(request);
  if (typeof answer === 'string') expect(answered).toBe(answer);
  else expect(answered).toMatch(answer);
});

test('items that there are not cannot be subscribed', async () => {
  const { data } = await broker.adapters();
  for (const item of ['other', 'loader', 'mine', '#']) {
    expect(await data.ask(`SUB|S|${item}`)).toMatch(/^SUB\|EU\|/);
  }
});

test('a request of one client is answered on its own item, an event for all comes once', async () => {
  const peers = await connected();
  const [one, two] = [await enter(peers), await enter(peers)];
  await said(peers.metadata, one.id, JSON.stringify({ e: 'ping', d: null, id: 7 }));
  const reply = { r: 7, d: { ok: false, code: 'unknown-event', reason: expect.any(String) } };
  expect(await heard(peers.notify)).toEqual({ item: one.item, envelope: reply });
  await said(peers.metadata, one.id, event('echo', 'for me'));
  const echoed = { e: 'echo', d: { body: 'for me', hops: HOPS } };
  expect(await heard(peers.notify)).toEqual({ item: one.item, envelope: echoed });
  await said(peers.metadata, two.id, event('publish', 'for all'));
  const published = { e: 'publish', d: { body: 'for all', hops: HOPS } };
  expect(await heard(peers.notify)).toEqual({ item: 'load', envelope: published });
  await said(peers.metadata, one.id, event('nonsense', {}));
  expect(await heard(peers.notify)).toMatchObject({ item: one.item, envelope: { e: 'refused' } });
});

test.each(['', '{', 'null', '[]', '{"e":5}', '{"e":"x","d":1,"id":-1}', '\u0000', '#', '%'])(
  'the text %j is refused to its sender',
  async (text) => {
    const peers = await connected();
    const { id, item } = await enter(peers);
    await peers.metadata.ask(`NUM|S|#|S|${id}|S|${text === '' ? '$' : encode(text)}`);
    const refusal = { event: null, code: 'bad-json', reason: expect.any(String) };
    expect(await heard(peers.notify)).toEqual({ item, envelope: { e: 'refused', d: refusal } });
  },
);

test('the text of a client that has no item, or has left, is ignored', async () => {
  const peers = await connected();
  const [one, two, other] = [await enter(peers), await enter(peers), await enter(peers)];
  await peers.metadata.ask(`NSC|S|${one.id}`);
  await peers.data.ask(`USB|S|${encode(two.item)}`);
  expect(await update(peers.notify)).toEqual({ item: one.item, text: FAREWELL });
  for (const id of [one.id, two.id, 'S0']) await said(peers.metadata, id, event('publish', 1));
  await said(peers.metadata, other.id, event('nonsense', {}));
  expect(await heard(peers.notify)).toMatchObject({ item: other.item, envelope: { d: { code: 'unknown-event' } } });
});

test('a client is welcome before it is greeted, and after its farewell nothing is for it', async () => {
  expect(await control('begin', { bucketMs: 1_000, greet: { body: 'hello' } })).toBe(200);
  const peers = await connected();
  const { id, item } = await enter(peers);
  expect(await heard(peers.notify)).toEqual({ item, envelope: { e: 'greet', d: { body: 'hello', hops: HOPS } } });
  await said(peers.metadata, id, JSON.stringify({ e: 'join', d: { name: 'Ada' }, id: 1 }));
  expect(await heard(peers.notify)).toMatchObject({ item: 'load', envelope: { e: 'joined' } });
  expect(await heard(peers.notify)).toMatchObject({ item, envelope: { r: 1 } });
  await said(peers.metadata, id, GOODBYE);
  expect(await update(peers.notify)).toEqual({ item, text: FAREWELL });
  expect(await heard(peers.notify)).toEqual({
    item: 'load',
    envelope: { e: 'left', d: { name: 'Ada', body: null, hops: expect.anything() } },
  });
});

test('a client of an earlier server has to leave', async () => {
  const peers = await connected();
  expect(await peers.data.ask('SUB|S|mine%3AS0')).toBe('SUB|V');
  expect(await peers.notify.next()).toMatch('|EOS|');
  expect(await update(peers.notify)).toEqual({ item: 'mine:S0', text: FAREWELL });
});

test('the last update for all is to leave, whether or not the broker goes too', async () => {
  const peers = await connected();
  await enter(peers);
  const stopped = adapters.stop();
  expect(await update(peers.notify)).toEqual({ item: 'load', text: FAREWELL });
  for (const peer of Object.values(peers)) expect(await peer.next()).toBeNull();
  await stopped;
});

test('a broker that does not take the last updates does not keep the app from stopping', async () => {
  const { notify } = await connected();
  notify.pause();
  house.connect({ item: 'mine:S0', address: undefined });
  adapters.broadcast('publish', 'x'.repeat(30_000_000));
  expect(adapters.waiting()).toBeGreaterThan(0);
  await adapters.stop();
});

test.each([
  ['a malformed line', 'metadata', 'nonsense\n'],
  ['an unknown method', 'metadata', 'r1|XXX|S|a\n'],
  ['a second initialisation', 'metadata', `r1|MPI|${INIT}\n`],
  ['a value that is not percent-encoded', 'metadata', 'r1|GIS|S|%|S|%zz|S|a\n'],
  ['a malformed line', 'data', '|\n'],
  ['a subscription without an item', 'data', 'r1|SUB|S\n'],
  ['end of stream', 'data', null],
  ['end of stream', 'metadata', null],
  ['end of stream', 'notify', null],
] as const)(
  '%s on %s ends all connections; they come back, and no client is left from before',
  async (_, port, text) => {
    const before = await connected();
    const { id } = await enter(before);
    await said(before.metadata, id, JSON.stringify({ e: 'join', d: { name: 'Ada' }, id: 1 }));
    if (text === null) before[port].end();
    else before[port].say(text);
    const peers = await connected();
    for (const peer of Object.values(before)) while ((await peer.next()) !== null);
    const again = await enter(peers);
    // The client that had the name is gone.
    await said(peers.metadata, again.id, JSON.stringify({ e: 'join', d: { name: 'Ada' }, id: 1 }));
    expect(await heard(peers.notify)).toMatchObject({ item: 'load', envelope: { e: 'joined' } });
  },
);

test('the auction is a snapshot of rows, and then a row for each change', async () => {
  const peers = await connected();
  const { id, item } = await enter(peers);
  const ask = async (name: string, data: unknown) => {
    await said(peers.metadata, id, JSON.stringify({ e: name, d: data, id: 1 }));
    return (await heard(peers.notify)) as { item: string; envelope: { d: { ok: boolean } } };
  };
  const row = async () => {
    const [, verb, , name, , , , snapshot, ...values] = (await peers.notify.next())!.split('|');
    const texts = values.filter((_, index) => index % 2 === 1);
    const entries = texts.flatMap((text, index) => (index % 2 === 0 ? [[text, texts[index + 1]]] : []));
    return { verb, item: name, snapshot, ...Object.fromEntries(entries.filter(([, value]) => value !== '#')) };
  };
  expect(await ask('register', { name: 'Ada', password: 'correct horse' })).toMatchObject({ item });
  const lamp = { name: 'a lamp', description: '', minimumPrice: 5 };
  expect((await ask('addItem', lamp)).envelope.d.ok).toBe(true);
  await peers.data.ask('SUB|S|auction');
  const known = { verb: 'UD3', item: 'auction' };
  expect(await row()).toMatchObject({ ...known, snapshot: '1', key: '1', command: 'ADD', name: 'a+lamp' });
  expect(await row()).toEqual({ ...known, snapshot: '1', key: 'house', command: 'ADD', revision: '1' });
  expect(await peers.notify.next()).toMatch(/\|EOS\|S\|auction\|/);
  await said(peers.metadata, id, event('ignored', {}));
  await peers.notify.next();
  await said(peers.metadata, id, JSON.stringify({ e: 'placeBid', d: { itemId: 1, amount: 6 }, id: 2 }));
  expect(await row()).toMatchObject({ snapshot: '0', key: '1', command: 'UPDATE', leadingBid: '6', bids: '1' });
});
