import type { ReachedServer } from '../../conditions/condition.ts';
import { shaped } from '../../conditions/network/condition.ts';
import { networkPathTo } from './network-path.ts';

const server: ReachedServer = {
  url: 'http://127.0.0.1:4000',
  port: 4000,
  host: 'this',
  handedOn: false,
  otherPort: null,
};
const asked = { name: 'dsl', roundTripMs: 40, jitterMs: 10, downKbit: 4000, upKbit: 800 };
const host = '127.0.0.1';
const over = (program: string) => new Map([['network', shaped(asked, { program, host })]]);

test('with nothing asked for, clients connect to the server itself', async () => {
  const path = await networkPathTo(server, { host, wire: null }, new Map());
  expect([path.url, path.counter]).toEqual([server.url, null]);
  await path.stop();
});

test('a network cannot stand before a server whose clients connect elsewhere', async () => {
  const other = { ...server, otherPort: 'the broker has a port of its own' };
  await expect(networkPathTo(other, { host, wire: null }, over('/nowhere'))).rejects.toThrow(
    'the network cannot be shaped: the broker has a port of its own',
  );
});

test('nothing can stand before a server on another machine', async () => {
  const remote: ReachedServer = { ...server, host: 'other' };
  const behind = networkPathTo(remote, { host, wire: null }, over('/nowhere'));
  await expect(behind).rejects.toThrow('the network cannot be shaped before a server on another machine');
  const counted = networkPathTo(remote, { host, wire: { by: 'capture' } }, new Map());
  await expect(counted).rejects.toThrow('bytes cannot be counted before a server on another machine');
});

test('a shaper that does not start is an error that says so', async () => {
  const path = networkPathTo(server, { host, wire: null }, over('/nowhere/toxiproxy'));
  await expect(path).rejects.toThrow(/Toxiproxy did not start: .*ENOENT/);
});
