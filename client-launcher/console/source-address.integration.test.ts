import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { connectFrom } from './source-address.ts';

const server = createServer((request, response) => response.end(request.socket.remoteAddress));
let port = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => connectFrom(null));
afterAll(() => server.closeAllConnections());
afterAll(() => new Promise((resolve) => server.close(resolve)));

const fetched = async (): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${port}`, { headers: { connection: 'close' } });
  return response.text();
};

/** Returns the source address of an opened connection. */
async function cameFrom(socket: Socket): Promise<string | undefined> {
  await once(socket, 'connect');
  const { localAddress } = socket;
  socket.destroy();
  return localAddress;
}

test('connections come from the address they are told to, whichever way they are made', async () => {
  connectFrom('127.0.1.7');
  expect(await fetched()).toBe('127.0.1.7');
  expect(await cameFrom(connect(port, '127.0.0.1'))).toBe('127.0.1.7');
  expect(await cameFrom(new Socket().connect({ port, host: '127.0.0.1' }))).toBe('127.0.1.7');
});

test('one that says itself where it comes from does', async () => {
  connectFrom('127.0.1.7');
  expect(await cameFrom(connect({ port, host: '127.0.0.1', localAddress: '127.0.1.8' }))).toBe('127.0.1.8');
});

test('without one they come from where they came from before', async () => {
  connectFrom('127.0.1.7');
  connectFrom(null);
  expect(await cameFrom(connect(port, '127.0.0.1'))).toBe('127.0.0.1');
});
