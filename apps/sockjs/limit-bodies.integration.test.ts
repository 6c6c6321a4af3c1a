import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limitBodies } from './limit-bodies.ts';

let server: Server;

beforeEach(async () => {
  server = createServer((request, response) => {
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => response.end(`${size}`));
  });
  limitBodies(server, '/framework', 1_000_000);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function send(length: number, path = '/framework/send'): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: 'x'.repeat(length) });
  return response.text();
}

test('a body up to the limit is left alone', async () => {
  expect(await send(1_000_000)).toBe('1000000');
});

test('a body over the limit is cut, and the next request is answered', async () => {
  await expect(send(1_000_001)).rejects.toThrow();
  expect(await send(5)).toBe('5');
});

test('bodies that are not for the framework are not its business', async () => {
  expect(await send(1_000_001, '/elsewhere')).toBe('1000001');
});
