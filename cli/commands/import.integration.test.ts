import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { readFiles } from './import.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

describe('files to import', () => {
  test('are taken without those that cannot be read, which are named', () => {
    const good = join(folder, 'runs.json');
    writeFileSync(good, '[]');
    writeFileSync(join(folder, 'broken.json'), '[\n1,\n2');
    const paths = ['nowhere.json', 'runs.json', 'broken.json'].map((name) => join(folder, name));
    const { files, unreadable } = readFiles([...paths, '/dev/zero']);
    expect(files).toEqual([{ name: 'runs.json', data: [] }]);
    expect(unreadable).toEqual([
      expect.stringMatching(/^cannot read .*nowhere\.json: ENOENT/),
      expect.stringMatching(/broken\.json: line 3, column 2: not JSON: unexpected end$/),
      expect.stringMatching(/^\/dev\/zero: is a device/),
    ]);
  });

  test('are refused with what is wrong with each when none can be read', () => {
    expect(() => readFiles([join(folder, 'a'), '/dev/zero'])).toThrow(/cannot read .*\n\/dev\/zero: is a device/);
  });
});
