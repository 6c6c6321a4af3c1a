import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { eventually } from '../../../system/testing/eventually.ts';
import { SlowPath } from './slow-path.ts';

const PIECE = Buffer.alloc(65_536, 'x');

/** A server, and a client over a way that can be held. */
async function connected() {
  const accepted: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => accepted.push(socket.on('error', () => {})));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const path = await SlowPath.to((server.address() as AddressInfo).port);
  const open = async (): Promise<{ client: Socket; inServer: Socket; got: () => number }> => {
    const client = connect({ port: path.port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
    let bytes = 0;
    client.on('data', (data) => {
      bytes += data.length;
    });
    const before = accepted.length;
    await eventually(() => accepted.length > before, 'the connection at the server');
    return { client, inServer: accepted.at(-1)!, got: () => bytes };
  };
  const end = async (): Promise<void> => {
    await path.stop();
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { path, open, end };
}

test('a client that is held takes nothing, until the server can send no more; what it sends goes on', async () => {
  const { path, open, end } = await connected();
  const { client, inServer, got } = await open();
  inServer.write('first');
  await eventually(() => got() === 5, 'what was sent before');
  await path.hold();
  let sent = 5;
  // The kernel keeps some on either side.
  await eventually(() => {
    for (let piece = 0; piece < 20; piece++) {
      inServer.write(PIECE);
      sent += PIECE.length;
    }
    return inServer.writableLength > 20 * PIECE.length;
  }, 'a full socket at the server');
  client.write('ping');
  const [heard] = (await once(inServer, 'data')) as [Buffer];
  expect(String(heard)).toBe('ping');
  expect(got()).toBe(5);
  await path.release();
  await eventually(() => got() === sent, 'all that was sent');
  await end();
});

test('a connection that is made while it is held is held too, and ends are told', async () => {
  const { path, open, end } = await connected();
  await path.hold();
  const { client, inServer, got } = await open();
  inServer.end('last');
  client.end();
  await once(inServer.resume(), 'end');
  expect(got()).toBe(0);
  await path.release();
  await eventually(() => got() === 4, 'what was sent');
  await end();
});

test('nothing is open when it has stopped, held or not', async () => {
  const { path, open, end } = await connected();
  const { client, inServer } = await open();
  await path.hold();
  const ends = [client, inServer.resume()].map((socket) => once(socket, 'end'));
  await path.stop();
  await Promise.all(ends);
  client.destroy();
  await end();
});
