/** The vendor's own Node SDK on the other end of real sockets. */

import { AdapterGone, type TableInfo } from '../adapters.ts';
import { type Recorded, record } from './testing/recorder.ts';
import { type SdkAdapters, startSdkAdapters } from './testing/sdk-adapters.ts';

let recorded: Recorded;
let adapters: SdkAdapters;
/** The data adapter's answer to the next requests. */
let answer: Parameters<SdkAdapters['data']['on']>[1];

const start = (): void => {
  adapters = startSdkAdapters(recorded.server.ports, (item) => item === 'auction');
  answer = (_item, response) => response.success();
  for (const event of ['subscribe', 'unsubscribe']) adapters.data.on(event, (...request) => answer(...request));
};
const heard = () => recorded.heard.take();

beforeEach(async () => {
  recorded = await record();
  start();
  expect(await heard()).toEqual(['back']);
});

afterEach(async () => {
  await recorded.server.close();
  for (const socket of adapters.sockets) socket.destroy();
});

const ALL_MODES = ['RAW', 'MERGE', 'DISTINCT', 'COMMAND'];
const NAMES = { winIndex: 7, group: 'a|b', schema: 'k', selector: 'ö' };
const TABLE: TableInfo = { ...NAMES, mode: 'COMMAND', firstItem: 2, lastItem: 3 };

test('the metadata adapter’s default answers are understood', async () => {
  const { metadata } = recorded.server;
  const browser = new Map([['User-Agent', 'x y']]);
  expect(await metadata.notifyUser('joe', null, browser)).toEqual({ maxBandwidth: 0, wantsTables: true });
  expect(await metadata.getItems('joe', 'S1', 'one  two')).toEqual(['one', '', 'two']);
  expect(await metadata.getSchema('joe', 'S1', 'one', 'key command')).toEqual(['key', 'command']);
  expect(await metadata.getItemData(['one', 'two'])).toEqual(
    Array(2).fill({ distinctSnapshotLength: 0, minSourceFrequency: 0, allowedModes: ALL_MODES }),
  );
  expect(await metadata.getUserItemData(null, ['one'])).toEqual([
    { allowedBufferSize: 0, allowedMaxFrequency: 0, allowedModes: ALL_MODES },
  ]);
  expect(await metadata.notifyUserMessage(null, 'S1', 'hello')).toBeNull();
  await metadata.notifyNewSession('joe', 'S1', new Map());
  await metadata.notifyNewTables('joe', 'S1', [TABLE]);
  await metadata.notifyTablesClose('S1', [TABLE]);
  await metadata.notifySessionClose('S1');
});

test('requests arrive at the metadata adapter as they were meant', async () => {
  const requests: unknown[] = [];
  for (const event of ['notifyNewSession', 'notifyUserMessage', 'notifyNewTables', 'notifyTablesClose']) {
    adapters.metadata.on(event, (request, response) => {
      requests.push([event, request]);
      response.success();
    });
  }
  const { metadata } = recorded.server;
  await metadata.notifyNewSession(null, 'S1', new Map([['a b', '']]));
  await metadata.notifyUserMessage('', 'S1', 'line 1\r\nline 2 | 100% + 😀');
  await metadata.notifyNewTables('joe', 'S1', [TABLE, TABLE]);
  await metadata.notifyTablesClose('S1', [TABLE]);
  const pubModes = { raw: false, merge: false, distinct: false, command: true };
  const names = { winIndex: 7, groupName: 'a|b', schemaName: 'k', selector: 'ö' };
  const info = { ...names, pubModes, firstItemIndex: 2, lastItemIndex: 3 };
  expect(requests).toMatchObject([
    ['notifyNewSession', { userName: null, sessionId: 'S1', contextProperties: { 'a b': '' } }],
    ['notifyUserMessage', { userName: '', sessionId: 'S1', userMessage: 'line 1\r\nline 2 | 100% + 😀' }],
    ['notifyNewTables', { userName: 'joe', sessionId: 'S1', tableInfos: [info, info] }],
    ['notifyTablesClose', { sessionId: 'S1', tableInfos: [info] }],
  ]);
});

const FOR_CLIENT = { clientCode: -5, clientMessage: 'for you' };
const DETAILS = { ...FOR_CLIENT, conflictingSessionId: 'S0' };
test.each([
  ['notifyUser', 'access', {}],
  ['notifyUser', 'credits', FOR_CLIENT],
  ['notifyNewSession', 'conflictingSession', DETAILS],
  ['notifyNewSession', 'notification', {}],
  ['getItems', 'items', {}],
  ['getSchema', 'schema', {}],
  ['getItems', 'metadata', {}],
  ['getItems', undefined, {}],
  ['subscribe', 'subscription', {}],
  ['subscribe', undefined, {}],
] as const)('a refusal of %s with %s arrives as it was meant', async (event, kind, expected) => {
  const { metadata, data } = recorded.server;
  const calls: Record<typeof event, () => Promise<unknown>> = {
    notifyUser: () => metadata.notifyUser('joe', 'x', new Map()),
    notifyNewSession: () => metadata.notifyNewSession('joe', 'S1', new Map()),
    getItems: () => metadata.getItems(null, 'S1', 'load'),
    getSchema: () => metadata.getSchema(null, 'S1', 'load', 'message'),
    subscribe: () => data.subscribe('x'),
  };
  answer = (_request, response) => response.error('no, sorry', kind, DETAILS);
  if (event !== 'subscribe') adapters.metadata.on(event, (_request, response) => answer('', response));
  const refusal = { name: 'AdapterRefusal', kind: kind ?? 'generic', message: 'no, sorry', ...expected };
  await expect(calls[event]()).rejects.toMatchObject(refusal);
});

test('a thousand messages at once come in their order, and each gets its answer', async () => {
  const received: unknown[] = [];
  adapters.metadata.on('notifyUserMessage', (request, response) => {
    received.push(request.userMessage);
    response.success();
  });
  const messages = Array.from({ length: 1000 }, (_, n) => `message ${n}`);
  await Promise.all(messages.map((message) => recorded.server.metadata.notifyUserMessage(null, 'S1', message)));
  expect(received).toEqual(messages);
});

test('an item without a snapshot: its end, then updates', async () => {
  await recorded.server.data.subscribe('load');
  const values = { message: '{"a": "b|c + 100%"}', none: null, empty: '' };
  adapters.data.update('load', false, { ...values, number: 7 });
  expect(await heard()).toEqual(['endOfSnapshot', 'load']);
  expect(await heard()).toEqual(['update', 'load', false, { ...values, number: '7' }]);
});

test('an item with a snapshot, which comes together with the answer, and is cleared later', async () => {
  const rows = ['a', 'b'].map((key) => ({ key, command: 'ADD' }));
  answer = (item, response) => {
    response.success();
    for (const row of rows) adapters.data.update(item, true, row);
    adapters.data.endOfSnapshot(item);
  };
  await recorded.server.data.subscribe('auction');
  for (const row of rows) expect(await heard()).toEqual(['update', 'auction', true, row]);
  expect(await heard()).toEqual(['endOfSnapshot', 'auction']);
  adapters.data.clearSnapshot('auction');
  expect(await heard()).toEqual(['clearSnapshot', 'auction']);
});

test('hundreds of subscriptions that come and go: all events of the last one arrive, and none after its end', async () => {
  const { data } = recorded.server;
  for (let round = 0; round < 200; round += 1) {
    await Promise.all([data.subscribe('load'), data.unsubscribe('load'), data.subscribe('load')]);
    adapters.data.update('load', false, { message: String(round) });
    await recorded.heard.takeUntil(([, , , values]) => (values as { message?: string })?.message === String(round));
    const gone = data.unsubscribe('load');
    adapters.data.update('load', false, { message: 'too late' });
    await gone;
  }
  while (recorded.heard.size > 0) expect(await heard()).not.toContainEqual({ message: 'too late' });
});

test('a failure of the data adapter ends all connections, with its reason', async () => {
  adapters.data.failure('the feed is down');
  const reason = 'the data adapter failed: the feed is down';
  expect(await heard()).toEqual(['gone', reason]);
  expect(await adapters.ended).toEqual(Array(2).fill(`Close requested by the counterpart with reason: ${reason}`));
});

test('when the adapters’ process ends, waiting requests are rejected; when it comes back, all goes on', async () => {
  adapters.metadata.on('getItems', () => {});
  const waiting = recorded.server.metadata.getItems(null, 'S1', 'load');
  for (const socket of adapters.sockets) socket.destroy();
  await expect(waiting).rejects.toBeInstanceOf(AdapterGone);
  expect(await heard()).toEqual(['gone', expect.any(String)]);
  start();
  expect(await heard()).toEqual(['back']);
  expect(await recorded.server.metadata.getItems(null, 'S1', 'load')).toEqual(['load']);
});

test('the end of the broker reaches the adapters with its reason', async () => {
  await recorded.server.close();
  const reason = 'Close requested by the counterpart with reason: the broker stops';
  expect(await adapters.ended).toEqual([reason, reason]);
});

test('second adapters are sent away with the reason, and do no harm', async () => {
  const second = startSdkAdapters(recorded.server.ports, () => false);
  expect((await second.ended).sort()).toEqual([
    expect.stringContaining("the data adapter's request stream is connected already"),
    expect.stringContaining('the metadata adapter is connected already'),
  ]);
  expect(await recorded.server.metadata.getItems(null, 'S1', 'load')).toEqual(['load']);
});
