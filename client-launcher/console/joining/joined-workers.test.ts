import { randomUUID } from 'node:crypto';
import { hostId } from '../../../system/host-id.ts';
import { eventually } from '../../../system/testing/eventually.ts';
import type { SwarmWorker } from '../swarm-worker.ts';
import type { JoinedWorker } from './joined-worker.ts';
import { JoinedWorkers } from './joined-workers.ts';
import { FakeWorker, HOST, TOKEN } from './testing/fake-worker.ts';
import { thisVersion } from './version.ts';

let said: string[];
let workers: JoinedWorkers;
let places: SwarmWorker[];

function make(more: { tokenIsNew?: boolean; replaceMs?: number } = {}): JoinedWorkers {
  return new JoinedWorkers({
    address: { host: '127.0.0.1', port: 0 },
    token: TOKEN,
    tokenIsNew: false,
    commit: 'c0ffee',
    say: (line) => said.push(line),
    ...more,
  });
}

beforeEach(() => {
  said = [];
  places = [];
  workers = make();
});
afterEach(() => workers.close());

async function join(options: { id?: string; host?: typeof HOST } = {}): Promise<FakeWorker> {
  const url = await eventually(() => workers.url, 'a port to join at');
  return FakeWorker.join(url!, { version: await thisVersion('c0ffee'), ...options });
}

test('says how many are missing until all are there, and gives them their places', async () => {
  const filling = workers.fill(places, 2);
  await join();
  await eventually(() => places.length === 1, 'the first in its place');
  await join();
  await filling;
  expect(places.map(({ death }) => death)).toEqual([null, null]);
  expect(said).toEqual([
    expect.stringMatching(/^2 workers are missing of 2, at ws:\/\/127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^1 worker is missing of 2/),
  ]);
});

test('shows a token that was made, and none that was given', async () => {
  const filling = workers.fill(places, 1);
  await join();
  await filling;
  expect(said.join()).not.toContain(TOKEN);
  await workers.close();
  workers = make({ tokenIsNew: true });
  const again = workers.fill([], 1);
  await join();
  await again;
  expect(said.at(-2)).toContain(`OUTCRY_JOIN_TOKEN=${TOKEN} ./outcry worker --join ws://127.0.0.1:`);
});

test('a waiting worker takes the place of one that vanished', async () => {
  const filling = workers.fill(places, 1);
  const first = await join();
  await filling;
  await join({ host: { ...HOST, name: 'lab-3' } });
  const [before] = places;
  first.socket.terminate();
  await eventually(() => before!.death, 'that it vanished');
  await workers.fill(places, 1);
  expect(places[0]).toMatchObject({ death: null, host: { name: 'lab-3' } });
});

test('says who is missing when nobody takes the place in time', async () => {
  await workers.close();
  workers = make({ replaceMs: 20 });
  const filling = workers.fill(places, 1);
  const first = await join();
  await filling;
  first.socket.terminate();
  await eventually(() => places[0]!.death, 'that it vanished');
  await expect(workers.fill(places, 1)).rejects.toThrow(
    '1 worker is missing of 1, and no other has joined (the worker on lab-2 vanished: its connection ended)',
  );
});

test('one that joins again is the same, and its old connection is none', async () => {
  const id = randomUUID();
  const filling = workers.fill(places, 1);
  const first = await join({ id });
  await filling;
  const [before] = places;
  await join({ id });
  await first.closed;
  expect(before!.death).toBe('the worker on lab-2 has joined again');
  await workers.fill(places, 1);
  expect(places[0]!.death).toBeNull();
});

test('workers share a clock with this machine when all of them are on it', async () => {
  const filling = workers.fill(places, 2);
  await join({ host: { ...HOST, id: hostId() } });
  await eventually(() => places.length === 1, 'the first in its place');
  await join();
  await filling;
  expect(workers.shareClock(places.slice(0, 1))).toBe(true);
  expect(workers.shareClock(places)).toBe(false);
});

test('machines that are called alike are told apart, and each keeps its name', async () => {
  const filling = workers.fill(places, 4);
  const other = { ...HOST, id: 'boot 8 time:[1]' };
  for (const [index, host] of [HOST, other, HOST, other].entries()) {
    await join({ host });
    await eventually(() => places.length > index, 'the next in its place');
  }
  await filling;
  expect(places.map((worker) => (worker as JoinedWorker).host.name)).toEqual(['lab-2', 'lab-2#2', 'lab-2', 'lab-2#2']);
});

test('closing tells all that the session is over, those that wait too', async () => {
  const filling = workers.fill(places, 1);
  const used = await join();
  await filling;
  const id = randomUUID();
  const before = await join({ id });
  const waiting = await join({ id });
  // Then it has come in: its earlier connection is none any more.
  await before.closed;
  await workers.close();
  const over = { code: 1000, reason: 'the session is over' };
  expect([await used.closed, await waiting.closed]).toEqual([over, over]);
});
