import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { jest } from '@jest/globals';
import { encodeFrame, OPCODE } from './frames.ts';
import { HostileWebSocket } from './hostile-web-socket.ts';

const RECORDED = { handshake: { head: 'GET / HTTP/1.1', body: '' }, texts: [] };

test('a server that answers no ping is named, and not taken for one that ends every connection', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(HostileWebSocket.demandPong(port, RECORDED, 0, 100)).rejects.toThrow('does not answer the ping');
  server.close();
});

test('a server that says that it closes has ended the connection, though it waits for the answer to that', async () => {
  const CLOSE = encodeFrame({ opcode: OPCODE.close, payload: Buffer.alloc(0), masked: false });
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      socket.once('data', () => socket.write(CLOSE));
    });
    socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Nobody gives up for having waited long enough.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  try {
    const hostile = await HostileWebSocket.open((server.address() as AddressInfo).port, RECORDED, 0);
    await hostile!.send(encodeFrame({ opcode: OPCODE.text, payload: Buffer.from('{') }));
    expect(await hostile!.isAlive()).toBe(false);
  } finally {
    jest.useRealTimers();
    server.close();
  }
}, 20_000);
