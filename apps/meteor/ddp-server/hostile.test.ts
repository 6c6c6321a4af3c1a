/** Input that no honest client sends: the server keeps little for it, and goes on. */
import { jest } from '@jest/globals';
import { TrialClient, TrialServer } from './testing/trial-server.ts';

let trial: TrialServer;

function connected(limits?: ConstructorParameters<typeof TrialServer>[0], version = '1'): TrialClient {
  trial = new TrialServer(limits);
  const client = new TrialClient(trial.ddp);
  client.say({ msg: 'connect', version, support: [version] });
  client.written.splice(0);
  return client;
}

const method = (id: string, name: string, ...params: unknown[]) => ({ msg: 'method', id, method: name, params });

afterEach(() => {
  trial.ddp.closeAll();
  jest.useRealTimers();
});

test('more messages than may wait for a method end the connection, and are forgotten', () => {
  const client = connected({ queuedMessages: 10 });
  client.say(method('slow', 'slow'));
  for (let n = 0; n < 10; n++) client.say(method(`${n}`, 'same', n));
  expect(client.isClosed).toBe(false);
  client.say(method('over', 'same'));
  expect(client.isClosed).toBe(true);
  expect(client.session.kept.messages).toBe(0);
  expect(trial.ddp.session(client.session.id)).toBeUndefined();
});

test('so do messages that are too long together', () => {
  const client = connected({ queuedUnits: 1_000 });
  client.say(method('slow', 'slow'));
  client.say(method('1', 'same', 'x'.repeat(500)));
  expect(client.isClosed).toBe(false);
  client.say(method('2', 'same', 'x'.repeat(500)));
  expect(client.isClosed).toBe(true);
});

test('a message over the limit ends the connection', () => {
  const client = connected({ message: 100 });
  client.say('x'.repeat(100));
  expect(client.isClosed).toBe(false);
  client.say('x'.repeat(101));
  expect(client.isClosed).toBe(true);
});

test('a subscription over the limit is refused, and the others stay', () => {
  const client = connected({ subscriptions: 2 });
  for (const id of ['1', '2', '3']) client.say({ msg: 'sub', id, name: 'things', params: [] });
  expect(client.session.kept.subscriptions).toBe(2);
  expect(JSON.parse(client.written.at(-1)!)).toMatchObject({ msg: 'nosub', id: '3' });
});

test('a client that takes nothing is let go', () => {
  const client = connected({ waitingUnits: 1_000 });
  client.waiting = 1_001;
  for (let n = 0; n < 200 && !client.isClosed; n++) client.say({ msg: 'ping' });
  expect(client.isClosed).toBe(true);
});

test('a message that cannot be taken is sent back only when it is short', () => {
  const client = connected({ offendingMessage: 20 });
  client.say('{"msg":"x"}');
  client.say(`{"msg":"${'x'.repeat(20)}"}`);
  expect(client.written.map((text) => JSON.parse(text))).toEqual([
    { msg: 'error', reason: 'Unknown msg', offendingMessage: { msg: 'x' } },
    { msg: 'error', reason: 'Unknown msg' },
  ]);
});

test('brackets without end are refused', () => {
  const client = connected();
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  client.say(deep);
  client.say(`{"msg":"method","id":"1","method":"same","params":[${deep}]}`);
  expect(client.written.map((text) => JSON.parse(text).msg)).toEqual(['error', 'error']);
});

test('names that every object has are fields like any other', () => {
  const client = connected();
  const value = '{"__proto__":{"a":{"$date":5}},"constructor":1}';
  client.say(`{"msg":"method","id":"1","method":"same","params":[${value}]}`);
  expect(client.written[1]).toBe(`{"msg":"result","id":"1","result":${value}}`);
  expect(({} as { a?: unknown }).a).toBeUndefined();
});

test('what breaks in a method is logged here and not told there', () => {
  const client = connected();
  client.say(method('1', 'breaks'));
  expect(client.written.join()).not.toContain('password');
  expect(trial.problems).toEqual([new Error('a password: 1234')]);
});

describe('silence', () => {
  beforeEach(() => jest.useFakeTimers());

  test('is followed by a ping, and silence after that by the end', () => {
    const client = connected();
    jest.advanceTimersByTime(15_000);
    expect(client.written).toEqual(['{"msg":"ping"}']);
    jest.advanceTimersByTime(14_999);
    expect(client.isClosed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(client.isClosed).toBe(true);
  });

  test('that is broken begins anew', () => {
    const client = connected();
    jest.advanceTimersByTime(14_000);
    client.say({ msg: 'pong' });
    jest.advanceTimersByTime(14_999);
    expect(client.written).toEqual([]);
    jest.advanceTimersByTime(1);
    client.say({ msg: 'pong' });
    jest.advanceTimersByTime(29_999);
    expect(client.isClosed).toBe(false);
  });

  test('of a client that knows of no heartbeats is no fault', () => {
    const client = connected({}, 'pre1');
    jest.advanceTimersByTime(3_600_000);
    expect({ written: client.written, isClosed: client.isClosed }).toEqual({ written: [], isClosed: false });
  });
});
