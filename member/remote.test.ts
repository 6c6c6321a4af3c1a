import { createRemote } from './remote.ts';
import type { ScenarioClient } from './scenario-client.ts';
import { TEST } from './testing/fake-member.ts';
import { FakeAdapter, FakeClock } from './testing/fakes.ts';

const REQUEST = { transport: 'websocket', clientIds: [1], clients: 1, parallel: 1, now: true } as const;

function remoteWith(script: ScenarioClient = () => (client) => ({ start: () => client.done() })) {
  const clock = new FakeClock();
  const adapter = new FakeAdapter(clock);
  const remote = createRemote({ adapter, url: 'http://127.0.0.1:1', clock, script: async () => script });
  return { clock, adapter, remote, connect: () => remote.connect({ ...REQUEST, clientIds: [1] }) };
}

test('one call begins the test and resolves with its report', async () => {
  const { remote, clock, connect } = remoteWith();
  await connect();
  expect(await remote.prepare({ ...TEST, start: 'told' })).toMatchObject({ connected: 1, error: null });
  const report = remote.report(true, 60_000);
  clock.advance(250);
  expect(await report).toMatchObject({ clientIds: [1], started: { atServer: null }, error: null });
});

test('a call that may not stay open so long resolves with nothing, and can be made again', async () => {
  const { remote, clock, connect } = remoteWith();
  await connect();
  await remote.prepare({ ...TEST, start: 'told' });
  expect(await remote.report(true, 0)).toBeNull();
  clock.advance(250);
  expect(await remote.report(false, 60_000)).toMatchObject({ clientIds: [1], started: { atServer: null } });
});

test('a failure is a sentence in the answer, and no call rejects', async () => {
  const { remote, adapter, connect } = remoteWith(() => {
    throw new Error('no such parameter');
  });
  expect(await remote.prepare(TEST)).toMatchObject({ error: 'Nothing is connected yet.' });
  expect(await remote.report(true, 1)).toEqual({ error: 'No test was prepared.' });
  adapter.before = () => {
    throw new Error('no such host');
  };
  expect(await connect()).toMatchObject({
    connected: 0,
    error: 'Client 1 could not connect to http://127.0.0.1:1 over websocket: no such host',
  });
  adapter.before = () => {};
  expect(await connect()).toMatchObject({ connected: 1, error: null });
  expect(await remote.prepare(TEST)).toMatchObject({ error: 'no such parameter' });
  expect(await remote.disconnect()).toMatchObject({ connected: 0, error: null });
});
