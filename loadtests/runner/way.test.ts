import { type ReachedServer, wayTo } from './way.ts';

const server: ReachedServer = {
  url: 'http://127.0.0.1:4000',
  port: 4000,
  host: 'this',
  handedOn: false,
  otherPort: null,
};
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

test('nothing can stand before a server on another machine', async () => {
  const remote: ReachedServer = { ...server, host: 'other' };
  const network = { asked, measured, program: '/nowhere' };
  const shaped = wayTo(remote, { host: '127.0.0.1', network, wire: null });
  await expect(shaped).rejects.toThrow('the network cannot be shaped before a server on another machine');
  const counted = wayTo(remote, { host: '127.0.0.1', network: null, wire: { by: 'capture' } });
  await expect(counted).rejects.toThrow('bytes cannot be counted before a server on another machine');
});

test('a shaper that does not start is an error that says so', async () => {
  const plan = { host: '127.0.0.1', network: { asked, measured, program: '/nowhere/toxiproxy' }, wire: null };
  await expect(wayTo(server, plan)).rejects.toThrow(/Toxiproxy did not start: .*ENOENT/);
});
