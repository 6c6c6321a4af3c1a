import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outcryVersion } from '../loadtests/runner/machine.ts';
import type { Floor } from '../protocol/floor.ts';
import { sessionFloor } from './session-floor.ts';

const spread = { p50: 0.2, p99: 1, max: 2 };

let folder: string;
let measured: Floor[];
let said: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-session-floor-'));
  measured = [];
  said = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The floor of a session that looks for so long, on a machine that nobody measures. */
function floorOf(lookSeconds: number, disturbances: string[] = []): Promise<Floor | null> {
  const measure = async ({ page }: { page: boolean }): Promise<Floor> => {
    expect(page).toBe(false);
    measured.push({
      at: new Date().toISOString(),
      outcry: await outcryVersion(),
      node: process.version,
      roundTrip: spread,
      throughProxy: null,
      worker: { clockStep: 0.0001, lateness: spread },
      page: null,
      monitorCpuPercent: 0.5,
      disturbances,
    });
    return measured.at(-1)!;
  };
  return sessionFloor(lookSeconds, (line) => said.push(line), { measure, file: join(folder, 'floor.json') });
}

test('a session measures the floor, and the next ones of the day take it over', async () => {
  const first = await floorOf(10);
  expect(first).toBe(measured[0]);
  expect(said).toEqual([expect.stringMatching(/^measuring what the bench itself adds/)]);
  expect(await floorOf(10)).toEqual(first);
  expect(measured).toHaveLength(1);
  expect(said).toHaveLength(1);
});

test('one that looks for less than a second measures none, and takes over what there is', async () => {
  expect(await floorOf(0.9)).toBeNull();
  expect(measured).toEqual([]);
  const floor = await floorOf(1);
  expect(await floorOf(0)).toEqual(floor);
  expect(measured).toHaveLength(1);
});

test('a floor that something disturbed is the session’s own, and measured again by the next', async () => {
  expect((await floorOf(10, ['made up']))!.disturbances).toEqual(['made up']);
  expect((await floorOf(10))!.disturbances).toEqual([]);
  expect(measured).toHaveLength(2);
});

test('a session goes on without a floor when it cannot be measured, and says why', async () => {
  const measure = () => Promise.reject(new Error('made up'));
  const floor = await sessionFloor(10, (line) => said.push(line), { measure, file: join(folder, 'floor.json') });
  expect(floor).toBeNull();
  expect(said.at(-1)).toBe('what the bench itself adds could not be measured: made up');
});
