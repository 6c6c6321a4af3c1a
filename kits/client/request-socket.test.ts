import { jest } from '@jest/globals';
import type { Reply } from '../../protocol/socket.ts';
import { RequestSocket } from './request-socket.ts';

/** Replies to nothing until it is told to, and gives up when its signal says so. */
function open() {
  const asked: { name: string; data: unknown; resolve(reply: Reply): void; reject(error: Error): void }[] = [];
  const socket = new RequestSocket(
    (name, data, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ name, data, resolve, reject });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const reasons: string[] = [];
  socket.onClose((reason) => reasons.push(reason));
  return { socket, asked, reasons };
}

afterEach(() => {
  jest.useRealTimers();
});

test('each request gets its own reply, whatever the order, and a refusal is a reply', async () => {
  const { socket, asked, reasons } = open();
  const replies = Promise.all([socket.request('x', 1), socket.request('y', null)]);
  expect(asked).toMatchObject([
    { name: 'x', data: 1 },
    { name: 'y', data: null },
  ]);
  asked[1]!.resolve({ ok: false, code: 'unknown-event', reason: 'no such request' });
  asked[0]!.resolve({ ok: true, body: 1 });
  expect(await replies).toEqual([{ ok: true, body: 1 }, expect.objectContaining({ ok: false })]);
  expect(reasons).toEqual([]);
});

test('a request that is not answered within 20 s fails, and others go on', async () => {
  jest.useFakeTimers();
  const { socket, asked, reasons } = open();
  const unanswered = expect(socket.request('x', 1)).rejects.toThrow('x: no reply within 20 s');
  jest.advanceTimersByTime(20_000);
  await unanswered;
  const answered = socket.request('y', 1);
  asked[1]!.resolve({ ok: true });
  expect(await answered).toEqual({ ok: true });
  expect(reasons).toEqual([]);
});

test('a request that does not get through ends the connection, with its reason, for those under way as well', async () => {
  const { socket, asked, reasons } = open();
  const other = expect(socket.request('y', 1)).rejects.toThrow('ended before the reply: connect ECONNREFUSED');
  const lost = expect(socket.request('x', 1)).rejects.toThrow('x: connect ECONNREFUSED');
  asked[1]!.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }));
  await Promise.all([lost, other]);
  expect(reasons).toEqual(['connect ECONNREFUSED']);
  await expect(socket.request('z', 1)).rejects.toThrow('the connection has ended');
});

test('close ends what is under way and is told once, also to those who ask later; then an event is nothing', async () => {
  const { socket, asked, reasons } = open();
  const cutShort = expect(socket.request('x', 1)).rejects.toThrow('ended before the reply');
  await Promise.all([socket.close(), socket.close()]);
  await cutShort;
  expect(reasons).toEqual(['closed by the client']);
  expect(await new Promise((resolve) => socket.onClose(resolve))).toBe('closed by the client');
  socket.emit('echo');
  expect(asked).toHaveLength(1);
});

test('an event cannot be sent, and the caller gets an error', () => {
  const { socket } = open();
  expect(() => socket.emit('echo')).toThrow('echo: this transport carries requests, and no events');
});
