import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleOverhead } from '../../protocol/testing/sample-overhead.ts';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { keepOverhead, recentOverhead } from './overhead-file.ts';

const OVERHEAD = sampleOverhead();
const OF = {
  machine: { cpu: 'made up', cores: 2, memoryBytes: 8e9, kernel: 'Linux 0' },
  outcry: 'abc',
  node: 'v20.0.0',
};
const SOON = new Date('2026-11-22T23:00:00Z');

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'deep', 'harness-overhead.json');
});

test('is reused for a day, on the same machine and with the same versions', () => {
  expect(recentOverhead(OF, SOON, file)).toBeNull();
  keepOverhead(OVERHEAD, OF.machine, file);
  expect(recentOverhead(OF, SOON, file)).toEqual(OVERHEAD);
  expect(recentOverhead(OF, new Date('2026-11-23T00:00:01Z'), file)).toBeNull();
  expect(recentOverhead({ ...OF, machine: { ...OF.machine, kernel: 'Linux 1' } }, SOON, file)).toBeNull();
  expect(recentOverhead({ ...OF, outcry: 'def' }, SOON, file)).toBeNull();
  expect(recentOverhead({ ...OF, node: 'v22.0.0' }, SOON, file)).toBeNull();
  expect(recentOverhead({ ...OF, priority: 'nice' }, SOON, file)).toBeNull();
});

test('a disturbed measurement is not reused, and the file stays as it was', () => {
  keepOverhead({ ...OVERHEAD, disturbances: ['made up'] }, OF.machine, file);
  expect(recentOverhead(OF, SOON, file)).toBeNull();
  const calm = { ...OVERHEAD, disturbances: [] };
  keepOverhead(calm, OF.machine, file);
  keepOverhead({ ...OVERHEAD, disturbances: ['made up'] }, OF.machine, file);
  expect(recentOverhead(OF, SOON, file)).toEqual(calm);
});

test('a broken file is none', () => {
  keepOverhead(OVERHEAD, OF.machine, file);
  writeFileSync(file, '{"half');
  expect(recentOverhead(OF, SOON, file)).toBeNull();
});
