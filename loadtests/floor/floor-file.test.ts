import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleFloor } from '../../protocol/testing/sample-floor.ts';
import { keepFloor, recentFloor } from './floor-file.ts';

const FLOOR = sampleFloor();
const OF = {
  machine: { cpu: 'made up', cores: 2, memoryBytes: 8e9, kernel: 'Linux 0' },
  outcry: 'abc',
  node: 'v20.0.0',
};
const SOON = new Date('2026-11-22T23:00:00Z');

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-floor-'));
  file = join(folder, 'deep', 'floor.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a floor is taken over for a day, on the same machine and with the same versions', () => {
  expect(recentFloor(OF, SOON, file)).toBeNull();
  keepFloor(FLOOR, OF.machine, file);
  expect(recentFloor(OF, SOON, file)).toEqual(FLOOR);
  expect(recentFloor(OF, new Date('2026-11-23T00:00:01Z'), file)).toBeNull();
  expect(recentFloor({ ...OF, machine: { ...OF.machine, kernel: 'Linux 1' } }, SOON, file)).toBeNull();
  expect(recentFloor({ ...OF, outcry: 'def' }, SOON, file)).toBeNull();
  expect(recentFloor({ ...OF, node: 'v22.0.0' }, SOON, file)).toBeNull();
  expect(recentFloor({ ...OF, priority: 'nice' }, SOON, file)).toBeNull();
});

test('a floor that something disturbed is not taken over, and what was kept before stays', () => {
  keepFloor({ ...FLOOR, disturbances: ['made up'] }, OF.machine, file);
  expect(recentFloor(OF, SOON, file)).toBeNull();
  const calm = { ...FLOOR, disturbances: [] };
  keepFloor(calm, OF.machine, file);
  keepFloor({ ...FLOOR, disturbances: ['made up'] }, OF.machine, file);
  expect(recentFloor(OF, SOON, file)).toEqual(calm);
});

test('what is no floor is none', () => {
  keepFloor(FLOOR, OF.machine, file);
  writeFileSync(file, '{"half');
  expect(recentFloor(OF, SOON, file)).toBeNull();
});
