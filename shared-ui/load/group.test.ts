import type { DeliveredMessage, InitTest, LoadMessage, Report } from '../../loadtests/protocol/messages.ts';
import { FakeAdapter, FakeClock, type FakeSocket } from './fakes.ts';
import { type GroupOptions, LoadGroup } from './group.ts';
import { buildHistogram, encode, record } from './histogram.ts';
import type { SendPlan } from './schedule.ts';

const PLAN: SendPlan = { rate: 2, messages: 3, payloadBytes: 8, phase: 'together' };

/** The encoded histogram that has exactly these latencies in it (ms). */
function holding(...latencies: number[]): string {
  const histogram = buildHistogram();
  for (const ms of latencies) record(histogram, ms);
  return encode(histogram);
}

async function connected(options: Partial<GroupOptions> = {}, clock = new FakeClock()) {
  const adapter = new FakeAdapter(clock);
  const clientIds = options.clientIds ?? [1, 2];
  const group = new LoadGroup({
    adapter,
    url: 'http://127.0.0.1:1',
    transport: 'websocket',
    clientIds,
    clientCount: options.clientCount ?? clientIds.length,
    clock,
    parallel: 1,
    ...options,
  });
  await group.connect();
  group.prepare(PLAN);
  const init = (testType: InitTest['testType'], spacing = 1): InitTest => ({
    testType,
    clientCount: options.clientCount ?? clientIds.length,
    spacing,
    startTime: 0,
  });
  const toAll = (event: string, data: unknown) => {
    for (const socket of adapter.sockets) socket.deliver(event, data);
  };
  const messages = (client: number): LoadMessage[] =>
    (adapter.sockets[client - 1] as FakeSocket).all('message').map(({ data }) => data);
  const reports = (): Report[] => adapter.sockets.flatMap((socket) => socket.all('report').map(({ data }) => data));
  /** Echoes or broadcasts all messages sent so far that were not carried before, `after` ms from now. */
  const carried = new Set<LoadMessage>();
  const carry = (how: 'echo' | 'broadcast') => {
    for (const socket of [...adapter.sockets]) {
      for (const { data } of socket.all('message')) {
        if (carried.has(data)) continue;
        carried.add(data);
        const stamped: DeliveredMessage = { ...data, received: 5 };
        if (how === 'echo') socket.deliver('message', stamped);
        else toAll('message', stamped);
      }
    }
  };
  return { group, adapter, clock, init, toAll, messages, reports, carry };
}

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

describe('sending', () => {
  test('"together" sends from each client at its start and every interval after', async () => {
    const { clock, init, toAll, messages } = await connected();
    toAll('testStarted', init('echo'));
    clock.advance(5000);
    const expected = [1000, 1500, 2000].map((due, seq) => ({ seq, due, sent: due }));
    expect(messages(1)).toMatchObject(expected.map((one) => ({ ...one, clientId: 1, id: `c:1m:${one.seq}` })));
    expect(messages(2)).toMatchObject(expected.map((one) => ({ ...one, clientId: 2, id: `c:2m:${one.seq}` })));
    expect(messages(1).every(({ payload }) => payload.length === 8)).toBe(true);
  });

  test('"spread" starts client k (k-1)/clients of an interval later', async () => {
    const { group, clock, init, toAll, messages } = await connected({ clientIds: [2, 4], clientCount: 4 });
    group.prepare({ ...PLAN, phase: 'spread' });
    toAll('testStarted', init('echo'));
    clock.advance(5000);
    expect(messages(1).map(({ clientId, sent }) => [clientId, sent])).toEqual([
      [2, 1125],
      [2, 1625],
      [2, 2125],
    ]);
    expect(messages(2).map(({ clientId, sent }) => [clientId, sent])).toEqual([
      [4, 1375],
      [4, 1875],
      [4, 2375],
    ]);
  });

  test('a hang skips nothing: late messages are all sent, keep the due time they had, and later ones are on time', async () => {
    const { group, clock, init, toAll, messages } = await connected({ clientIds: [1] });
    group.prepare({ ...PLAN, messages: 5 });
    toAll('testStarted', init('echo'));
    clock.hang(1200);
    clock.advance(5000);
    expect(messages(1).map(({ due, sent }) => [due, sent])).toEqual([
      [1000, 1000],
      [1500, 2200],
      [2000, 2200],
      [2500, 2500],
      [3000, 3000],
    ]);
  });

  test('lateness does not add up over a rate that is no whole number of ms', async () => {
    const { group, clock, init, toAll, messages } = await connected({ clientIds: [1] });
    group.prepare({ ...PLAN, rate: 3, messages: 301 });
    toAll('testStarted', init('echo'));
    for (let i = 0; i < 1010; i++) clock.hang(100);
    expect(messages(1)).toHaveLength(301);
    expect(messages(1)[300]).toMatchObject({ due: 101_000, sent: 101_000 });
  });

  test('refuses a plan that cannot be kept', async () => {
    const { group } = await connected();
    expect(() => group.prepare({ ...PLAN, rate: 0 })).toThrow('The rate must be over 0');
    expect(() => group.prepare({ ...PLAN, messages: 1.5 })).toThrow('whole number');
    expect(() => group.prepare({ ...PLAN, payloadBytes: -1 })).toThrow('payload');
  });
});

describe('counting', () => {
  test('latencies are exact, from sent and from due, in the bucket of sending', async () => {
    const { clock, init, toAll, carry, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo')); // sends m:0 at 1000
    clock.advance(7);
    carry('echo'); // 7 ms
    clock.hang(593); // m:1 was due at 1500, is sent at 1600
    clock.advance(20);
    carry('echo'); // 20 ms from sent, 120 ms from due
    clock.advance(380); // m:2 at 2000
    clock.advance(1100);
    carry('echo'); // 1,100 ms
    toAll('harvest', { broadcasts: 0 });
    const [report] = reports();
    expect(report).toMatchObject({
      clientIds: [1],
      sentByClients: [2, 1, 0],
      receivedByClients: [2, 0, 1],
      latencySum: [27, 1100, 0],
      latencyCount: [2, 1, 0],
      missing: 0,
      duplicates: 0,
      outOfOrder: 0,
      negative: 0,
      delivery: null,
    });
    expect(report?.fromSent).toBe(holding(7, 20, 1100));
    expect(report?.fromDue).toBe(holding(7, 120, 1100));
    expect(report?.lateness).toBe(holding(0, 100, 0));
  });

  test('spacing widens the buckets', async () => {
    const { clock, init, toAll, carry, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo', 2));
    clock.advance(2500);
    carry('echo');
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]).toMatchObject({ sentByClients: [3, 0], receivedByClients: [0, 3], latencyCount: [3, 0] });
  });

  test('a broadcast test counts every delivery, and each client only its own latency', async () => {
    const { clock, init, toAll, carry, reports } = await connected();
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    carry('broadcast');
    toAll('harvest', { broadcasts: 6 });
    expect(reports()[0]).toMatchObject({ receivedByClients: [0, 12], latencyCount: [4, 2], missing: 0 });
    expect(reports()[0]?.fromSent).toBe(holding(1000, 1000, 500, 500, 0, 0));
    expect(reports()[0]?.delivery).toBeNull();
  });

  test('with a shared clock every delivery has a latency, whoever sent it', async () => {
    const { clock, init, toAll, carry, reports } = await connected({}, new FakeClock(true));
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    carry('broadcast');
    toAll('harvest', { broadcasts: 6 });
    const each = [1000, 1000, 500, 500, 0, 0];
    expect(reports()[0]?.delivery).toBe(holding(...each, ...each));
    expect(reports()[0]?.fromSent).toBe(holding(...each));
  });

  test('duplicates, lost and overtaken messages are counted per receiver and sender', async () => {
    const { adapter, clock, init, toAll, messages, reports } = await connected({ graceMs: 100 });
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    const [a0, a1, a2] = messages(1);
    const [b0, b1, b2] = messages(2);
    const deliveries: [number, (LoadMessage | undefined)[]][] = [
      [1, [a0, a1, a2, b0, b1, b2, a1]], // a1 twice
      [2, [a0, a2, a1, b2, b0, b0]], // a1 after a2, b0 after b2, b0 twice, b1 never
    ];
    for (const [client, list] of deliveries) {
      for (const message of list) adapter.sockets[client - 1]?.deliver('message', { ...message, received: 1 });
    }
    toAll('harvest', { broadcasts: 6 });
    expect(reports()).toHaveLength(0); // still waiting for what is missing
    clock.advance(100);
    expect(reports()[0]).toMatchObject({ duplicates: 2, outOfOrder: 2, missing: 1, receivedByClients: [0, 13] });
  });

  test('a latency below zero is counted and not recorded', async () => {
    const { adapter, init, toAll, messages, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    adapter.sockets[0]?.deliver('message', { ...messages(1)[0], sent: 1003, received: 1 });
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]).toMatchObject({ negative: 1, latencyCount: [0], missing: 0 });
    expect(reports()[0]?.fromSent).toBe(holding());
  });

  test('what cannot be a message of this test counts for nothing', async () => {
    const { adapter, init, toAll, messages, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    const good = { ...messages(1)[0]!, received: 1 };
    const bad = [null, 'text', {}, { ...good, clientId: 0 }, { ...good, clientId: 2 }, { ...good, seq: 3 }];
    bad.push({ ...good, seq: 0.5 }, { ...good, sent: 'soon' } as never, { ...good, due: Number.NaN });
    for (const one of bad) adapter.sockets[0]?.deliver('message', one);
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]).toMatchObject({ receivedByClients: [0], missing: 1 });
  });

  test('an echo that went to the wrong client is missing at its sender and counted where it came', async () => {
    const { adapter, init, toAll, messages, reports } = await connected();
    toAll('testStarted', init('echo'));
    adapter.sockets[1]?.deliver('message', { ...messages(1)[0], received: 1 });
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]).toMatchObject({ receivedByClients: [1], latencyCount: [0], missing: 2 });
  });
});

describe('completing and reporting', () => {
  test('a client is complete when its own messages are all back, and says so once', async () => {
    const { adapter, clock, init, toAll, carry } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    clock.advance(1001);
    expect(adapter.sockets[0]?.all('complete')).toHaveLength(0);
    carry('echo');
    clock.advance(60_000);
    expect(adapter.sockets[0]?.all('complete')).toMatchObject([{ data: { clientId: 1 }, at: 2001 }]);
  });

  test('a client that never gets its own back gives up after the given time', async () => {
    const { adapter, clock, init, toAll } = await connected({ clientIds: [1], giveUpMs: 10_000 });
    toAll('testStarted', init('echo'));
    clock.advance(60_000);
    expect(adapter.sockets[0]?.all('complete')).toMatchObject([{ at: 12_000 }]);
  });

  test('one report goes for all clients, when every client has everything', async () => {
    const { adapter, clock, init, toAll, carry, reports, group } = await connected();
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    adapter.sockets[0]?.deliver('harvest', { broadcasts: 6 });
    carry('broadcast');
    expect(reports()).toHaveLength(0); // client 2 has not been told to harvest
    adapter.sockets[1]?.deliver('harvest', { broadcasts: 6 });
    clock.advance(60_000);
    toAll('harvest', { broadcasts: 6 });
    expect(reports()).toHaveLength(1);
    expect(reports()[0]).toMatchObject({ clientIds: [1, 2], closed: [], transports: { websocket: 2 }, refused: [] });
    expect(group.state()).toMatchObject({ phase: 'reported', sent: 6, received: 12 });
  });

  test('a client whose connection ended is in the report as closed, and the others report', async () => {
    const { adapter, clock, init, toAll, carry, reports } = await connected({ clientIds: [1, 2, 3] });
    toAll('testStarted', init('broadcast'));
    clock.advance(600);
    carry('broadcast');
    adapter.sockets[1]?.drop('transport error');
    clock.advance(400);
    carry('broadcast');
    toAll('harvest', { broadcasts: 8 });
    expect(adapter.sockets[1]?.all('message')).toHaveLength(2);
    expect(reports()).toHaveLength(1);
    expect(reports()[0]).toMatchObject({
      clientIds: [1, 3],
      closed: [{ clientId: 2, reason: 'transport error' }],
      transports: { websocket: 2 },
      sentByClients: [6, 2],
      missing: 0,
    });
  });

  test('a connection that ends during the harvest no longer holds up the report', async () => {
    const { adapter, clock, init, toAll, carry, reports } = await connected();
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    carry('broadcast');
    adapter.sockets[0]?.deliver('harvest', { broadcasts: 6 });
    adapter.sockets[1]?.drop('gone');
    expect(reports()).toMatchObject([{ clientIds: [1], closed: [{ clientId: 2, reason: 'gone' }] }]);
  });

  test('a client that is still sending stops at the harvest', async () => {
    const { clock, init, toAll, messages, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    toAll('harvest', { broadcasts: 0 });
    clock.advance(60_000);
    expect(messages(1)).toHaveLength(1);
    expect(reports()).toMatchObject([{ missing: 1 }]);
  });

  test('refusals are reported, at most a hundred of them', async () => {
    const { adapter, init, toAll, reports, group } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    const refusal = { event: 'message', code: 'too-large', reason: 'The payload is too large.' };
    for (let i = 0; i < 150; i++) adapter.sockets[0]?.deliver('refused', refusal);
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]?.refused).toHaveLength(100);
    expect(group.state().error).toBe('The server refused "message": The payload is too large.');
  });

  test('timer delay is measured while the test runs', async () => {
    const { clock, init, toAll, reports } = await connected({ clientIds: [1] });
    toAll('testStarted', init('echo'));
    clock.advance(10);
    clock.hang(110); // the timer due 20 ms after the start runs 100 ms late
    toAll('harvest', { broadcasts: 0 });
    expect(reports()[0]?.loopDelay?.max).toBeCloseTo(100, 0);
  });

  test('two tests in a row on the same connections do not mix', async () => {
    const { clock, init, toAll, carry, reports, messages, group } = await connected();
    const oneTest = () => {
      toAll('testStarted', init('broadcast'));
      clock.advance(1000);
      carry('broadcast');
      toAll('harvest', { broadcasts: 6 });
      toAll('harvestComplete', { dataset: { reports: reports().slice(-1) } });
    };
    oneTest();
    const late = messages(1)[0]!;
    toAll('message', { ...late, received: 1 }); // after the report: belongs to no test
    oneTest();
    expect(reports()).toHaveLength(2);
    const { loopDelay: _first, ...first } = reports()[0]!;
    const { loopDelay: _second, ...second } = reports()[1]!;
    expect(second).toEqual(first);
    expect(group.state()).toMatchObject({ phase: 'finished', sent: 6, received: 12, error: null });
  });

  test('a test that begins before the last one was harvested starts from nothing', async () => {
    const { clock, init, toAll, carry, reports } = await connected();
    toAll('testStarted', init('broadcast'));
    clock.advance(600);
    carry('broadcast');
    toAll('testStarted', init('broadcast'));
    clock.advance(1000);
    carry('broadcast');
    toAll('harvest', { broadcasts: 6 });
    expect(reports()).toMatchObject([{ sentByClients: [4, 2], receivedByClients: [0, 12], duplicates: 0, missing: 0 }]);
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
