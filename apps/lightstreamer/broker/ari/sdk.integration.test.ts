/** The vendor's own Node SDK on the other end of real sockets. */
import { AdapterGone } from '../adapters.ts';
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
  await recorded.connected();
});

afterEach(async () => {
  await recorded.server.close();
  for (const socket of adapters.sockets) socket.destroy();
});

const ALL_MODES = ['RAW', 'MERGE', 'DISTINCT', 'COMMAND'];

test('the metadata adapter’s default answers are understood', async () => {
  const { metadata } = recorded.server;
  await metadata.notifyUser('joe', null, new Map([['User-Agent', 'x y']]));
  expect(await metadata.getItems('joe', 'S1', 'one  two')).toEqual(['one', '', 'two']);
  expect(await metadata.getSchema('joe', 'S1', 'one', 'key command')).toEqual(['key', 'command']);
  expect(await metadata.getItemModes(['one', 'two'])).toEqual([ALL_MODES, ALL_MODES]);
  expect(await metadata.getUserItemModes(null, ['one'])).toEqual([ALL_MODES]);
  await metadata.notifyUserMessage(null, 'S1', 'hello');
  await metadata.notifyNewSession('joe', 'S1', new Map());
  await metadata.notifySessionClose('S1');
});

test('requests arrive at the metadata adapter as they were meant', async () => {
  const requests: unknown[] = [];
  for (const event of ['notifyNewSession', 'notifyUserMessage']) {
    adapters.metadata.on(event, (request, response) => {
      requests.push(request);
      response.success();
    });
  }
  const { metadata } = recorded.server;
  await metadata.notifyNewSession(null, 'S1', new Map([['a b', '']]));
  await metadata.notifyUserMessage('', 'S1', 'line 1\r\nline 2 | 100% + 😀');
  expect(requests).toMatchObject([
    { userName: null, sessionId: 'S1', contextProperties: { 'a b': '' } },
    { userName: '', sessionId: 'S1', userMessage: 'line 1\r\nline 2 | 100% + 😀' },
  ]);
});

const DETAILS = { clientCode: -5, clientMessage: 'for you', conflictingSessionId: 'S0' };
test.each([
  ['notifyUser', 'access', 'EA'],
  ['notifyUser', 'credits', 'EC'],
  ['notifyNewSession', 'conflictingSession', 'EX'],
  ['notifyNewSession', 'notification', 'EN'],
  ['getItems', 'items', 'EI'],
  ['getItems', undefined, 'E'],
  ['getSchema', 'schema', 'ES'],
] as const)('a refusal of %s with %s arrives as %s', async (event, kind, code) => {
  const { metadata } = recorded.server;
  const calls: Record<typeof event, () => Promise<unknown>> = {
    notifyUser: () => metadata.notifyUser('joe', 'x', new Map()),
    notifyNewSession: () => metadata.notifyNewSession('joe', 'S1', new Map()),
    getItems: () => metadata.getItems(null, 'S1', 'load'),
    getSchema: () => metadata.getSchema(null, 'S1', 'load', 'message'),
  };
  adapters.metadata.on(event, (_request, response) => response.error('no, sorry', kind, DETAILS));
  await expect(calls[event]()).rejects.toMatchObject({ name: 'AdapterRefusal', code, message: 'no, sorry' });
});

test('an item that the data adapter refuses is logged, and can be asked for again', async () => {
  answer = (_item, response) => response.error('not today', 'subscription');
  recorded.server.data.subscribe('load');
  expect(await recorded.logged.take()).toBe('the data adapter does not serve item load: not today');
  answer = (_item, response) => response.success();
  recorded.server.data.subscribe('load');
  expect(await heard()).toEqual(['endOfSnapshot', 'load']);
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
  recorded.server.data.subscribe('load');
  expect(await heard()).toEqual(['endOfSnapshot', 'load']);
  const values = { message: '{"a": "b|c + 100%"}', none: null, empty: '' };
  adapters.data.update('load', false, { ...values, number: 7 });
  expect(await heard()).toEqual(['update', 'load', false, { ...values, number: '7' }]);
});

test('an item with a snapshot, which comes together with the answer, and is cleared later', async () => {
  const rows = ['a', 'b'].map((key) => ({ key, command: 'ADD' }));
  answer = (item, response) => {
    response.success();
    for (const row of rows) adapters.data.update(item, true, row);
    adapters.data.endOfSnapshot(item);
  };
  recorded.server.data.subscribe('auction');
  for (const row of rows) expect(await heard()).toEqual(['update', 'auction', true, row]);
  expect(await heard()).toEqual(['endOfSnapshot', 'auction']);
  adapters.data.clearSnapshot('auction');
  expect(await heard()).toEqual(['clearSnapshot', 'auction']);
});

test('hundreds of subscriptions that come and go: all events of the last one arrive, and none after its end', async () => {
  const { data } = recorded.server;
  let asked = 0;
  answer = (item, response) => {
    response.success();
    asked += 1;
    // An update after the request to subscribe is of that subscription; the SDK refuses one after the request to unsubscribe.
    if (asked % 2 === 1) adapters.data.update(item, false, { message: `${asked}` });
  };
  for (let round = 0; round < 200; round += 1) {
    data.subscribe('load');
    data.unsubscribe('load');
    data.subscribe('load');
    await recorded.heard.takeUntil(([, , , values]) => (values as { message?: string })?.message !== undefined);
    adapters.data.update('load', false, { message: 'last' });
    expect(await heard()).toEqual(['update', 'load', false, { message: 'last' }]);
    data.unsubscribe('load');
    adapters.data.update('load', false, { message: 'too late' });
  }
  expect(recorded.heard.kept).not.toContainEqual(['update', 'load', false, { message: 'too late' }]);
});

test('a failure of the data adapter ends all connections, with its reason', async () => {
  adapters.data.failure('the feed is down');
  const reason = "the data adapter's notification stream: the data adapter failed: the feed is down";
  expect(await heard()).toEqual(['gone']);
  expect(await adapters.ended).toEqual(Array(2).fill(`Close requested by the counterpart with reason: ${reason}`));
});

test('when the adapters’ process ends, waiting requests are rejected; when it comes back, all goes on', async () => {
  adapters.metadata.on('getItems', () => {});
  const waiting = recorded.server.metadata.getItems(null, 'S1', 'load');
  for (const socket of adapters.sockets) socket.destroy();
  await expect(waiting).rejects.toBeInstanceOf(AdapterGone);
  expect(await heard()).toEqual(['gone']);
  start();
  await recorded.connected();
  expect(await recorded.server.metadata.getItems(null, 'S1', 'load')).toEqual(['load']);
});
