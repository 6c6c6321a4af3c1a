import { LoadGroup } from './group.ts';
import { connected } from './testing/fake-group.ts';
import { FakeAdapter, FakeClock } from './testing/fakes.ts';

describe('connecting', () => {
  test('makes at most the asked number of connections at once', async () => {
    const clock = new FakeClock();
    const adapter = new FakeAdapter(clock);
    adapter.before = () => new Promise((resolve) => setImmediate(resolve));
    const clientIds = Array.from({ length: 20 }, (_, i) => i + 1);
    const options = { adapter, url: 'http://127.0.0.1:1', transport: 'websocket' as const, clientIds, clock };
    const group = new LoadGroup({ ...options, clientCount: 20, parallel: 4 });
    await group.connect();
    expect(adapter.mostAtOnce).toBe(4);
    expect(group.state()).toMatchObject({ phase: 'connected', connected: 20, error: null });
  });

  test('rejects with the reason when one client fails, and closes the others', async () => {
    const clock = new FakeClock();
    const adapter = new FakeAdapter(clock);
    adapter.before = (n) => {
      if (n === 3) throw new Error('the server is full');
    };
    const options = { adapter, url: 'http://127.0.0.1:1', transport: 'websocket' as const, clock, parallel: 1 };
    const group = new LoadGroup({ ...options, clientIds: [1, 2, 3, 4], clientCount: 4 });
    await expect(group.connect()).rejects.toThrow(
      'Client 3 could not connect to http://127.0.0.1:1 over websocket: the server is full',
    );
    expect(adapter.sockets.map((socket) => socket.closedByClient)).toEqual([true, true]);
    expect(group.state()).toMatchObject({ phase: 'failed', connected: 0 });
  });

  test('rejects when another transport than the one asked for is in use', async () => {
    const clock = new FakeClock();
    const adapter = new FakeAdapter(clock);
    adapter.given = 'long-polling';
    const options = { adapter, url: 'http://127.0.0.1:1', transport: 'websocket' as const, clock };
    const group = new LoadGroup({ ...options, clientIds: [1], clientCount: 1 });
    await expect(group.connect()).rejects.toThrow('Client 1 asked for websocket and was given long-polling.');
    expect(adapter.sockets[0]?.closedByClient).toBe(true);
  });

  test('rejects when a connection is lost while others are made', async () => {
    const clock = new FakeClock();
    const adapter = new FakeAdapter(clock);
    adapter.before = (n) => {
      if (n === 2) adapter.sockets[0]?.drop('kicked');
    };
    const options = { adapter, url: 'http://127.0.0.1:1', transport: 'websocket' as const, clock, parallel: 1 };
    const group = new LoadGroup({ ...options, clientIds: [1, 2], clientCount: 2 });
    await expect(group.connect()).rejects.toThrow('Client 1 lost its connection while others connected: kicked');
  });
});

describe('the master', () => {
  test('asks for the test, and gets the dataset', async () => {
    const { group, adapter, init, toAll } = await connected();
    const started = group.start(init('echo'));
    expect(adapter.sockets[0]?.all('initTest')).toMatchObject([{ data: { testType: 'echo', clientCount: 2 } }]);
    toAll('testStarted', init('echo'));
    await started;
    toAll('harvest', { broadcasts: 0 });
    adapter.sockets[0]?.deliver('harvestComplete', { dataset: { testType: 'echo' } });
    expect(group.dataset).toEqual({ testType: 'echo' });
    expect(group.state().phase).toBe('finished');
  });

  test('hears why the server would not begin', async () => {
    const { group, adapter, init } = await connected();
    const started = group.start(init('echo'));
    adapter.sockets[0]?.deliver('refused', { event: 'initTest', code: 'wrong-state', reason: 'A test is running.' });
    await expect(started).rejects.toThrow('The server refused "initTest": A test is running.');
  });

  test('does not wait for ever for a test to begin', async () => {
    const { group, clock, init } = await connected({ startMs: 20_000 });
    const started = group.start(init('echo'));
    clock.advance(20_000);
    await expect(started).rejects.toThrow('The server did not begin the test in time.');
  });

  test('is only where client 1 is', async () => {
    const { group, init } = await connected({ clientIds: [3, 4], clientCount: 4 });
    await expect(group.start(init('echo'))).rejects.toThrow('Client 1 begins the test');
  });

  test('that loses its connection says so', async () => {
    const { group, adapter, init } = await connected();
    const started = group.start(init('echo'));
    adapter.sockets[0]?.drop('ping timeout');
    await expect(started).rejects.toThrow('The connection of client 1 ended: ping timeout');
    expect(group.state()).toMatchObject({ phase: 'failed', connected: 1, closed: 1 });
  });
});

describe('a group that cannot take part', () => {
  test('says so when it was not told what to send', async () => {
    const clock = new FakeClock();
    const adapter = new FakeAdapter(clock);
    const options = { adapter, url: 'http://127.0.0.1:1', transport: 'websocket' as const, clock };
    const group = new LoadGroup({ ...options, clientIds: [1], clientCount: 1 });
    await group.connect();
    adapter.sockets[0]?.deliver('testStarted', { testType: 'echo', clientCount: 1, spacing: 1, startTime: 0 });
    expect(group.state()).toMatchObject({
      phase: 'failed',
      error: 'A test began before this group was told what to send.',
    });
  });

  test('says so when the test is for another number of clients', async () => {
    const { group, adapter, toAll, init } = await connected();
    toAll('testStarted', { ...init('echo'), clientCount: 500 });
    expect(group.state().error).toContain('cannot be part of');
    expect(adapter.sockets[0]?.all('message')).toHaveLength(0);
  });
});

test('closing ends all connections and all sending', async () => {
  const { group, adapter, clock, init, toAll, messages } = await connected();
  toAll('testStarted', init('echo'));
  await group.close();
  clock.advance(60_000);
  expect(adapter.sockets.every((socket) => socket.closedByClient)).toBe(true);
  expect(messages(1)).toHaveLength(1);
  expect(group.state()).toMatchObject({ phase: 'closed', connected: 0, closed: 0 });
});
