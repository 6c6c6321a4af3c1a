import { newMember, prepared, reportNow, TEST } from './testing/fake-member.ts';

const IDS = Array.from({ length: 20 }, (_, i) => i + 1);

test('makes at most the asked number of connections at once', async () => {
  const { member, adapter, request } = newMember({ clientIds: IDS, parallel: 4 });
  adapter.before = () => new Promise((resolve) => setImmediate(resolve));
  await member.connect(request);
  expect(adapter.mostAtOnce).toBe(4);
  expect(member.state()).toEqual({
    connected: 20,
    error: null,
    transports: { websocket: 20 },
    substitute: null,
    notice: null,
  });
});

test('rejects with the reason when one client fails, and closes the others', async () => {
  const { member, adapter, request } = newMember({ clientIds: [1, 2, 3, 4] });
  adapter.before = (n) => {
    if (n === 3) throw new Error('the server is full');
  };
  const sentence = 'Client 3 could not connect to http://127.0.0.1:1 over websocket: the server is full';
  await expect(member.connect(request)).rejects.toThrow(sentence);
  expect(adapter.sockets.map((socket) => socket.closedByClient)).toEqual([true, true]);
  expect(member.state()).toMatchObject({ connected: 0, error: sentence });
});

test('rejects when another transport than the one asked for is in use', async () => {
  const { member, adapter, request } = newMember();
  adapter.given = 'long-polling';
  await expect(member.connect(request)).rejects.toThrow('Client 1 asked for websocket and was given long-polling.');
  expect(adapter.sockets[0]?.closedByClient).toBe(true);
});

test('rejects when a connection is lost while others are made', async () => {
  const { member, adapter, request } = newMember();
  adapter.before = (n) => {
    if (n === 2) adapter.sockets[0]?.drop('kicked');
  };
  await expect(member.connect(request)).rejects.toThrow('Client 1 lost its connection while others connected: kicked');
});

test('connecting anew ends the connections there were', async () => {
  const { member, adapter, request } = newMember({ clientIds: [1] });
  await member.connect(request);
  await member.connect(request);
  expect(adapter.sockets.map((socket) => socket.closedByClient)).toEqual([true, false]);
  await member.disconnect();
  expect(adapter.sockets.map((socket) => socket.closedByClient)).toEqual([true, true]);
  expect(member.state()).toMatchObject({ connected: 0, error: null });
});

test('the state has the substitute, and the sentences that must stand with figures', async () => {
  const { member, adapter, request } = newMember();
  adapter.substitute = 'an open broker';
  adapter.notice = 'ask before you publish';
  await member.connect(request);
  expect(member.state()).toMatchObject({ substitute: 'an open broker', notice: 'ask before you publish' });
});

test('clients that are to connect themselves are left to it, and begin every test without a connection', async () => {
  const all = await prepared(
    (client) => ({
      start: async () => {
        await client.connect();
        client.done();
      },
    }),
    { now: false },
    { start: 'told' },
  );
  const { member, adapter, clock } = all;
  expect(member.state().connected).toBe(0);
  const before = adapter.sockets.length; // the clocks were related over one that is closed again
  expect(adapter.sockets.every((socket) => socket.closedByClient)).toBe(true);
  member.begin();
  await new Promise(setImmediate);
  clock.advance(250);
  expect(await reportNow(member)).toMatchObject({ transports: { websocket: 2 }, gaveUp: 0 });
  expect(adapter.sockets).toHaveLength(before + 2);
  await member.prepare({ ...TEST, start: 'told', test: 'test 2' });
  expect(member.state().connected).toBe(0);
});

test('a member that lost a connection cannot take part', async () => {
  const { member, adapter, request } = newMember();
  await member.connect(request);
  adapter.sockets[1]?.drop('ping timeout');
  expect(member.state()).toMatchObject({ connected: 1, error: 'The connection of client 2 ended: ping timeout' });
  await expect(member.prepare(TEST)).rejects.toThrow('The connection of client 2 ended: ping timeout');
});

test('what was not connected or not prepared says so', async () => {
  const { member, request } = newMember();
  await expect(member.prepare(TEST)).rejects.toThrow('Nothing is connected yet.');
  await member.connect(request);
  expect(() => member.begin()).toThrow('No test was prepared.');
  await expect(member.report()).rejects.toThrow('No test was prepared.');
});
