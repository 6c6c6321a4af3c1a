import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { auctionIn } from './auction/auction-house.ts';
import { parseDatabaseUrl } from './auction/database-url.ts';
import { House } from './house.ts';

let folder: string;
let house: House<string>;
const said: unknown[] = [];

beforeEach(() => {
  said.length = 0;
  folder = temporaryFolder();
  const outputs = {
    send: (to: string, event: string) => said.push(`${event} to ${to}`),
    broadcast: (event: string) => said.push(`${event} to all`),
  };
  const auction = auctionIn(parseDatabaseUrl(`sqlite:${join(folder, 'auction.sqlite')}`));
  house = new House(outputs, { auction, token: 'token' });
  house.connect('A');
});
afterEach(() => {
  house.stop();
});

test('requests go to the auction house or to the load test, by their names; what neither knows is refused', async () => {
  expect(await house.request('A', 'listItems', {})).toMatchObject({ ok: true, items: [] });
  expect(await house.request('A', 'join', { name: 'anna' })).toEqual({ ok: true, names: ['anna'] });
  expect(await house.request('A', 'request', { body: 5 })).toMatchObject({ ok: true, body: 5 });
  for (const name of ['nonsense', 'echo', 'toString', '__proto__']) {
    expect(await house.request('A', name, {})).toMatchObject({ ok: false, code: 'unknown-event' });
  }
  house.receive('A', 'echo', 1);
  house.receive('A', 'listItems', {});
  house.unreadable('A');
  expect(said).toEqual(['joined to all', 'echo to A', 'refused to A', 'refused to A']);
});

test('a connection that has ended has left the room', async () => {
  await house.request('A', 'join', { name: 'anna' });
  house.disconnect('A');
  house.receive('A', 'echo', 1);
  expect(await house.request('A', 'join', { name: 'anna' })).toMatchObject({ ok: false });
  expect(said).toEqual(['joined to all', 'left to all']);
});

test('what the load test refuses is counted, and told to who controls the server', async () => {
  const server = createServer((request, response) => house.control(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/outcry`;
  const headers = { authorization: 'Bearer token' };
  await fetch(`${url}/begin`, { method: 'POST', headers, body: '{"bucketMs": 1000, "greet": null}' });
  await house.request('A', 'nonsense', {});
  house.receive('A', 'nonsense', {});
  expect(await (await fetch(`${url}/counts`, { headers })).json()).toMatchObject({ refused: 2, connections: 1 });
  server.closeAllConnections();
  server.close();
});
