/** The vendor's own Node SDK on the other end of real sockets. */

import { AdapterGone } from '../adapters.ts';
import { type Recorded, record } from './testing/recorder.ts';
import { type SdkAdapters, startSdkAdapters } from './testing/sdk-adapters.ts';

let recorded: Recorded;
let adapters: SdkAdapters;

const start = () => startSdkAdapters(recorded.server.ports, (item) => item === 'auction');

beforeEach(async () => {
  recorded = await record();
  adapters = start();
  adapters.data.on('subscribe', (_item, response) => response.success());
  adapters.data.on('unsubscribe', (_item, response) => response.success());
  expect(await recorded.heard.take()).toEqual(['back']);
});

afterEach(async () => {
  await recorded.server.close();
  for (const socket of adapters.sockets) socket.destroy();
});

describe('metadata', () => {
  test('what its default answers say is understood', async () => {
    const { metadata } = recorded.server;
    const all = ['RAW', 'MERGE', 'DISTINCT', 'COMMAND'];
    expect(await metadata.notifyUser('joe', null, new Map([['User-Agent', 'x y']]))).toEqual({
      maxBandwidth: 0,
      wantsTables: true,
    });
    await metadata.notifyNewSession('joe', 'S1', new Map([['REMOTE_IP', '127.0.0.1']]));
    expect(await metadata.getItems('joe', 'S1', 'one  two')).toEqual(['one', '', 'two']);
    expect(await metadata.getSchema('joe', 'S1', 'one', 'key command')).toEqual(['key', 'command']);
    expect(await metadata.getItemData(['one', 'two'])).toEqual(
      Array(2).fill({ distinctSnapshotLength: 0, minSourceFrequency: 0, allowedModes: all }),
    );
    expect(await metadata.getUserItemData(null, ['one'])).toEqual([
      { allowedBufferSize: 0, allowedMaxFrequency: 0, allowedModes: all },
    ]);
    expect(await metadata.notifyUserMessage(null, 'S1', 'hello')).toBeNull();
    const table = {
      winIndex: 1,
      mode: 'RAW',
      group: 'one',
      schema: 's',
      firstItem: 1,
      lastItem: 1,
      selector: null,
    } as const;
    await metadata.notifyNewTables('joe', 'S1', [table]);
    await metadata.notifyTablesClose('S1', [table]);
    await metadata.notifySessionClose('S1');
  });

  test('what it is asked arrives as it was meant', async () => {
    const requests: unknown[] = [];
    for (const event of ['notifyNewSession', 'notifyUserMessage', 'notifyNewTables', 'notifyTablesClose']) {
      adapters.metadata.on(event, (request, response) => {
        requests.push([event, request]);
        response.success();
      });
    }
    const { metadata } = recorded.server;
    const table = {
      winIndex: 7,
      mode: 'COMMAND',
      group: 'a|b',
      schema: 'k',
      firstItem: 2,
      lastItem: 3,
      selector: 'ö',
    } as const;
    await metadata.notifyNewSession(null, 'S1', new Map([['a b', '']]));
    await metadata.notifyUserMessage('', 'S1', 'line 1\r\nline 2 | 100% + 😀');
    await metadata.notifyNewTables('joe', 'S1', [table, table]);
    await metadata.notifyTablesClose('S1', [table]);
    const tableInfo = {
      winIndex: 7,
      pubModes: { raw: false, merge: false, distinct: false, command: true },
      groupName: 'a|b',
      schemaName: 'k',
      firstItemIndex: 2,
      lastItemIndex: 3,
      selector: 'ö',
    };
    expect(requests).toMatchObject([
      ['notifyNewSession', { userName: null, sessionId: 'S1', contextProperties: { 'a b': '' } }],
      ['notifyUserMessage', { userName: '', sessionId: 'S1', userMessage: 'line 1\r\nline 2 | 100% + 😀' }],
      ['notifyNewTables', { userName: 'joe', sessionId: 'S1', tableInfos: [tableInfo, tableInfo] }],
      ['notifyTablesClose', { sessionId: 'S1', tableInfos: [tableInfo] }],
    ]);
  });

  const details = { clientCode: -5, clientMessage: 'for you', conflictingSessionId: 'S0' };
  test.each([
    ['notifyUser', 'access', {}],
    ['notifyUser', 'credits', { clientCode: -5, clientMessage: 'for you' }],
    ['notifyNewSession', 'conflictingSession', details],
    ['notifyNewSession', 'notification', {}],
    ['getItems', 'items', {}],
    ['getSchema', 'schema', {}],
    ['getItems', 'metadata', {}],
    ['getItems', undefined, {}],
  ] as const)('when %s is refused with %s, that is what is heard', async (event, kind, expected) => {
    adapters.metadata.on(event, (_request, response) => response.error('no, sorry', kind, details));
    const { metadata } = recorded.server;
    const calls = {
      notifyUser: () => metadata.notifyUser('joe', 'x', new Map()),
      notifyNewSession: () => metadata.notifyNewSession('joe', 'S1', new Map()),
      getItems: () => metadata.getItems(null, 'S1', 'load'),
      getSchema: () => metadata.getSchema(null, 'S1', 'load', 'message'),
    };
    const refused: Promise<unknown> = calls[event]();
    await expect(refused).rejects.toMatchObject({
      name: 'AdapterRefusal',
      kind: kind ?? 'generic',
      message: 'no, sorry',
      ...expected,
    });
  });

  test('a thousand messages at once come in their order, and each gets its answer', async () => {
    const heard: unknown[] = [];
    adapters.metadata.on('notifyUserMessage', (request, response) => {
      heard.push(request.userMessage);
      response.success();
    });
    const messages = Array.from({ length: 1000 }, (_, n) => `message ${n}`);
    await Promise.all(messages.map((message) => recorded.server.metadata.notifyUserMessage(null, 'S1', message)));
    expect(heard).toEqual(messages);
  });
});

describe('data', () => {
  test('an item without a snapshot: its end, then updates', async () => {
    await recorded.server.data.subscribe('load');
    adapters.data.update('load', false, { message: '{"a": "b|c + 100%"}', none: null, empty: '', number: 7 });
    expect(await recorded.heard.take()).toEqual(['endOfSnapshot', 'load']);
    expect(await recorded.heard.take()).toEqual([
      'update',
      'load',
      false,
      { message: '{"a": "b|c + 100%"}', none: null, empty: '', number: '7' },
    ]);
  });

  test('an item with a snapshot, which is sent in one go with the answer, and cleared later', async () => {
    adapters.data.on('subscribe', (item) => {
      if (item !== 'auction') return;
      adapters.data.update(item, true, { key: 'a', command: 'ADD' });
      adapters.data.update(item, true, { key: 'b', command: 'ADD' });
      adapters.data.endOfSnapshot(item);
    });
    await recorded.server.data.subscribe('auction');
    expect(await recorded.heard.take()).toEqual(['update', 'auction', true, { key: 'a', command: 'ADD' }]);
    expect(await recorded.heard.take()).toEqual(['update', 'auction', true, { key: 'b', command: 'ADD' }]);
    expect(await recorded.heard.take()).toEqual(['endOfSnapshot', 'auction']);
    adapters.data.clearSnapshot('auction');
    expect(await recorded.heard.take()).toEqual(['clearSnapshot', 'auction']);
  });

  test('hundreds of subscriptions that come and go while events are sent: all of the last one is heard', async () => {
    const { data } = recorded.server;
    for (let round = 0; round < 200; round += 1) {
      const subscribed = data.subscribe('load');
      const left = data.unsubscribe('load');
      const again = data.subscribe('load');
      await Promise.all([subscribed, left, again]);
      adapters.data.update('load', false, { message: String(round) });
      await recorded.heard.takeUntil(([kind, , , values]) => {
        return kind === 'update' && (values as { message: string }).message === String(round);
      });
      const gone = data.unsubscribe('load');
      adapters.data.update('load', false, { message: 'nobody may hear this' });
      await gone;
    }
    while (recorded.heard.size > 0) {
      expect(await recorded.heard.take()).not.toContainEqual({ message: 'nobody may hear this' });
    }
  });

  test.each([['subscription'], [undefined]])('a subscription that is refused with %s', async (kind) => {
    const other = await record();
    const refusing = startSdkAdapters(other.server.ports, () => false);
    refusing.data.on('subscribe', (_item, response) => response.error('no such item', kind));
    await other.heard.take();
    await expect(other.server.data.subscribe('x')).rejects.toMatchObject({
      name: 'AdapterRefusal',
      kind: kind ?? 'generic',
      message: 'no such item',
    });
    await other.server.close();
    await refusing.ended;
  });

  test('its failure ends all connections, and it is told why', async () => {
    adapters.data.failure('the feed is down');
    const reason = 'the data adapter failed: the feed is down';
    expect(await recorded.heard.take()).toEqual(['gone', reason]);
    expect(await adapters.ended).toEqual(Array(2).fill(`Close requested by the counterpart with reason: ${reason}`));
  });
});

describe('adapters that come and go', () => {
  test('when their process ends, what waits is rejected; when it comes back, all goes on', async () => {
    adapters.metadata.on('getItems', () => {});
    const waiting = recorded.server.metadata.getItems(null, 'S1', 'load');
    for (const socket of adapters.sockets) socket.destroy();
    await expect(waiting).rejects.toBeInstanceOf(AdapterGone);
    expect(await recorded.heard.take()).toEqual(['gone', expect.any(String)]);
    adapters = start();
    expect(await recorded.heard.take()).toEqual(['back']);
    expect(await recorded.server.metadata.getItems(null, 'S1', 'load')).toEqual(['load']);
  });

  test('when the broker stops, they are told', async () => {
    await recorded.server.close();
    expect(await adapters.ended).toEqual(
      Array(2).fill('Close requested by the counterpart with reason: the broker stops'),
    );
  });

  test('second ones are told why they are not taken, and do no harm', async () => {
    const second = start();
    expect((await second.ended).sort()).toEqual([
      expect.stringContaining("the data adapter's request stream is connected already"),
      expect.stringContaining('the metadata adapter is connected already'),
    ]);
    expect(await recorded.server.metadata.getItems(null, 'S1', 'load')).toEqual(['load']);
  });
});
