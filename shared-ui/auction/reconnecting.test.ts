import { FakeClock } from '../../member/testing/fakes.ts';
import { PING, type RequestName } from './contract.ts';
import { Connection, type ConnectionState, waitBefore } from './reconnecting.ts';
import { settle } from './testing/fake-visit.ts';
import { FakeHouse } from './testing/fakes.ts';

let server: FakeHouse;
let clock: FakeClock;
let states: ConnectionState[];
let opened: () => Promise<void>;
let connection: Connection;

beforeEach(() => {
  server = new FakeHouse();
  clock = new FakeClock();
  states = [];
  opened = async () => {};
  connection = new Connection({
    adapter: server,
    url: 'http://made.up',
    transport: 'websocket',
    clock,
    random: () => 0,
    opened: () => opened(),
    changed: (state) => void states.push(state),
  });
});

/** Moves the clock on, letting each attempt come to its end. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds * 10; i++) {
    clock.advance(100);
    await settle();
  }
}

test('each wait is twice as long as the one before, up to eight seconds, and shorter by chance', () => {
  expect([0, 1, 2, 3, 4, 5, 60].map((attempt) => waitBefore(attempt, 0))).toEqual([
    500, 1000, 2000, 4000, 8000, 8000, 8000,
  ]);
  expect(waitBefore(0, 1)).toBe(250);
});

test('connects again until it succeeds', async () => {
  server.down = true;
  connection.start();
  await pass(4);
  expect(states.filter((state) => state === 'lost').length).toBeGreaterThan(2);
  server.down = false;
  await pass(10);
  expect(states.at(-1)).toBe('connected');
  expect(server.sockets).toHaveLength(1);
});

test('does not wait when told to try now', async () => {
  server.down = true;
  connection.start();
  await pass(30);
  server.down = false;
  connection.retryNow();
  await settle();
  expect(states.at(-1)).toBe('connected');
  await pass(30);
  expect(server.sockets).toHaveLength(1);
});

/** Starts a connection. @returns what its user calls when done with opening it */
async function startOpening(): Promise<() => void> {
  let done = () => {};
  opened = () =>
    new Promise((resolve) => {
      done = resolve;
    });
  connection.start();
  await settle();
  return done;
}

test('is connected only when its user is done with opening it', async () => {
  const done = await startOpening();
  expect(states).toEqual(['connecting']);
  done();
  await settle();
  expect(states).toEqual(['connecting', 'connected']);
});

test('a socket that ends while it is being opened is never called connected', async () => {
  const done = await startOpening();
  server.socket.drop();
  done();
  await settle();
  expect(states).toEqual(['connecting', 'lost']);
});

test('a socket that cannot be used is closed, and its end counts once', async () => {
  connection.start();
  await settle();
  const [first] = server.sockets;
  connection.renew();
  await expect(first!.request('listItems', {})).rejects.toThrow('ended');
  await pass(1);
  expect(states).toEqual(['connecting', 'connected', 'lost', 'connected']);
});

test('a connection that answers is left alone', async () => {
  connection.start();
  await pass(60);
  expect(states).toEqual(['connecting', 'connected']);
  expect(server.socket.requests.length).toBeGreaterThan(5);
});

test('a connection that does not answer any more is given up, though its end was not reported', async () => {
  connection.start();
  await settle();
  server.held.add(PING as RequestName);
  await pass(16);
  expect(states.slice(0, 3)).toEqual(['connecting', 'connected', 'lost']);
  server.release();
  await pass(30);
  expect(states).toEqual(['connecting', 'connected', 'lost', 'connected']);
  expect(server.sockets).toHaveLength(2);
});
