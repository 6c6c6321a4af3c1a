import type { Server } from '../../setup/apps/server-process.ts';
import { wayTo } from './way.ts';

const server = { url: 'http://127.0.0.1:4000', port: 4000, otherPort: null } as Server;
const asked = { name: 'dsl', roundTripMs: 40, jitterMs: 10, downKbit: 4000, upKbit: 800 };
const measured = { roundTripMs: 40, shortestMs: 40, longestMs: 40, downKbit: 4000, upKbit: 800 };

test('with nothing asked for, clients connect to the server itself', async () => {
  const way = await wayTo(server, { host: '127.0.0.1', network: null, wire: null });
  expect([way.url, way.counter]).toEqual([server.url, null]);
  await way.stop();
});

test('a network cannot stand before a server whose clients connect elsewhere', async () => {
  const other = { ...server, otherPort: 'the broker has a port of its own' };
  const plan = { host: '127.0.0.1', network: { asked, measured, program: '/nowhere' }, wire: null };
  await expect(wayTo(other, plan)).rejects.toThrow('the network cannot be shaped: the broker has a port of its own');
});

test('a shaper that does not start is an error that says so', async () => {
  const plan = { host: '127.0.0.1', network: { asked, measured, program: '/nowhere/toxiproxy' }, wire: null };
  await expect(wayTo(server, plan)).rejects.toThrow(/Toxiproxy did not start: .*ENOENT/);
});
