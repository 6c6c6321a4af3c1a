import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { writeWhole } from './write-whole.ts';

const folder = temporaryFolder();

test('who reads a file while it is replaced has the old one whole, and the next reader the new one', () => {
  const path = join(folder, 'made', 'file.json');
  writeWhole(path, 'the old one');
  const reading = openSync(path, 'r');
  writeWhole(path, 'new');
  expect(readFileSync(reading, 'utf8')).toBe('the old one');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(join(folder, 'made'))).toEqual(['file.json']);
});
