import { createRemote } from './remote.ts';
import type { SendPlan } from './schedule.ts';
import { FakeAdapter, FakeClock } from './testing/fakes.ts';

const PLAN: SendPlan = { rate: 2, messages: 1, payloadBytes: 0, phase: 'together' };
const INIT = { testType: 'echo', clientCount: 1, spacing: 1, startTime: 0 } as const;
const REQUEST = { transport: 'websocket', clientIds: [1], clientCount: 1 } as const;

function remoteWith() {
  const clock = new FakeClock();
  const adapter = new FakeAdapter(clock);
  const remote = createRemote(adapter, 'http://127.0.0.1:1', clock, () => {});
  return { clock, adapter, remote, connect: () => remote.connect({ ...REQUEST, clientIds: [1] }) };
}

test('everything that goes out survives JSON', async () => {
  const { remote, adapter, connect } = remoteWith();
  const connected = await connect();
  expect(JSON.parse(JSON.stringify(connected))).toEqual(connected);
  expect(connected).toMatchObject({ phase: 'connected', connected: 1, transports: { websocket: 1 } });
  const starting = remote.start(INIT, PLAN);
  adapter.sockets[0]?.deliver('testStarted', INIT);
  expect(await starting).toMatchObject({ phase: 'running', sent: 1, error: null });
  expect(remote.dataset()).toBeNull();
});

test('a failure is in the state and no call rejects', async () => {
  const { remote, adapter, connect } = remoteWith();
  expect(await remote.start(INIT, PLAN)).toMatchObject({ phase: 'new', error: 'Nothing is connected yet.' });
  expect(remote.prepare(PLAN).error).toBe('Nothing is connected yet.');
  adapter.before = () => {
    throw new Error('no such host');
  };
  expect(await connect()).toMatchObject({
    phase: 'failed',
    error: 'Client 1 could not connect to http://127.0.0.1:1 over websocket: no such host',
  });
  adapter.before = () => {};
  expect(await connect()).toMatchObject({ phase: 'connected', error: null });
  expect(remote.prepare({ ...PLAN, rate: -1 }).error).toContain('The rate must be over 0');
});

test('what stands in for a part of the framework is told with the state', async () => {
  const { adapter, connect } = remoteWith();
  expect(await connect()).toMatchObject({ standIn: null });
  adapter.standIn = 'an open broker';
  expect(await connect()).toMatchObject({ standIn: 'an open broker' });
});

test('connecting anew ends the connections there were', async () => {
  const { remote, adapter, connect } = remoteWith();
  await connect();
  await connect();
  expect(adapter.sockets.map((socket) => socket.closedByClient)).toEqual([true, false]);
  expect(await remote.disconnect()).toMatchObject({ phase: 'new', connected: 0 });
  expect(adapter.sockets.map((socket) => socket.closedByClient)).toEqual([true, true]);
});
