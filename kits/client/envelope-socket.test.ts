import { jest } from '@jest/globals';
import { EnvelopeSocket } from './envelope-socket.ts';

function open() {
  const written: string[] = [];
  const socket: EnvelopeSocket = new EnvelopeSocket({
    transport: 'websocket',
    write: (text) => written.push(text),
    end: () => socket.closed('closed by the client'),
  });
  return { socket, written };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

afterEach(() => {
  jest.useRealTimers();
});

test('what came before anybody listened is delivered to the handlers, in order, and what comes later after it', async () => {
  const { socket } = open();
  const heard: string[] = [];
  socket.receive('{"e":"testStarted","d":1}');
  socket.receive('{"e":"message","d":2}');
  await turn();
  socket.on('message', (data) => heard.push(`message ${data}`));
  socket.on('testStarted', (data) => heard.push(`testStarted ${data}`));
  await turn();
  socket.receive('{"e":"message","d":3}');
  expect(heard).toEqual(['testStarted 1', 'message 2', 'message 3']);
});

test('a connection nobody ever listens to does not keep everything', async () => {
  const { socket } = open();
  for (let seq = 0; seq < 1_500; seq++) socket.receive(`{"e":"message","d":${seq}}`);
  const heard: number[] = [];
  socket.on('message', (seq) => heard.push(seq));
  await turn();
  expect(heard).toEqual(Array.from({ length: 1_000 }, (_, seq) => seq));
});

test('several handlers of one event are called in order; an event without any is nothing', async () => {
  const { socket } = open();
  const heard: string[] = [];
  socket.on('a', () => heard.push('first'));
  socket.on('a', () => heard.push('second'));
  await turn();
  socket.receive('{"e":"a","d":null}');
  socket.receive('{"e":"b","d":null}');
  expect(heard).toEqual(['first', 'second']);
});

test('each request gets its own reply, whatever the order', async () => {
  const { socket, written } = open();
  const replies = Promise.all([socket.request('x', 1), socket.request('y', 2)]);
  const [first, second] = written.map((text) => JSON.parse(text));
  socket.receive(JSON.stringify({ r: second.id, d: { ok: true, which: 'y' } }));
  socket.receive(JSON.stringify({ r: first.id, d: { ok: true, which: 'x' } }));
  socket.receive(JSON.stringify({ r: 999, d: { ok: true } }));
  expect(await replies).toEqual([
    { ok: true, which: 'x' },
    { ok: true, which: 'y' },
  ]);
});

test('a request fails when no reply comes within 20 s, and when the connection ends', async () => {
  jest.useFakeTimers();
  const { socket } = open();
  const unanswered = expect(socket.request('x', 1)).rejects.toThrow('no reply within 20 s');
  jest.advanceTimersByTime(20_000);
  await unanswered;
  const cutShort = expect(socket.request('y', 1)).rejects.toThrow('ended before the reply: server gone');
  socket.closed('server gone');
  await cutShort;
  await expect(socket.request('z', 1)).rejects.toThrow('the connection has ended');
});

test('the end is told once, with the first reason, also to those who ask later', async () => {
  const { socket, written } = open();
  const reasons: string[] = [];
  socket.onClose((reason) => reasons.push(`before: ${reason}`));
  socket.closed('slow');
  socket.closed('again');
  socket.onClose((reason) => reasons.push(`after: ${reason}`));
  await turn();
  expect(reasons).toEqual(['before: slow', 'after: slow']);
  socket.emit('message', {});
  socket.raw('text');
  expect(written).toEqual([]);
});

test('close resolves when the connection has ended, and at once when it had already', async () => {
  const { socket } = open();
  const reasons: string[] = [];
  socket.onClose((reason) => reasons.push(reason));
  await socket.close();
  await socket.close();
  expect(reasons).toEqual(['closed by the client']);
});

test('text that is no envelope ends the connection, for that reason', async () => {
  const ended: string[] = [];
  const socket = new EnvelopeSocket({ transport: 'websocket', write: () => {}, end: () => ended.push('end') });
  socket.onClose((reason) => ended.push(reason));
  const asked = socket.request('join', {});
  socket.receive('{"e":"publish","d":{"body":NaN}}');
  const wanted = /^the server sent what is no envelope: .*NaN/;
  expect(ended).toEqual([expect.stringMatching(wanted), 'end']);
  await expect(asked).rejects.toThrow('the server sent what is no envelope');
});
