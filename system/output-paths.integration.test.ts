import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoFile } from './output-paths.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
});

test('a file can be written where there is one, or where its folder is', () => {
  expect(whyNoFile(join(folder, 'file'))).toBeNull();
  expect(whyNoFile(join(folder, 'new'))).toBeNull();
});

test('a file cannot be written in the place of a folder, or into none', () => {
  expect(whyNoFile(folder)).toBe(`${folder} is a folder; name a file in it`);
  const none = join(folder, 'none');
  expect(whyNoFile(join(none, 'a'))).toBe(`there is no folder ${none}; make it, or name another`);
  expect(whyNoFile(join(folder, 'file', 'a'))).toContain(`there is no folder ${join(folder, 'file')}`);
});
