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
    const { files, unreadable } = readFiles([join(folder, 'nowhere.json'), good, '/dev/zero']);
    expect(files).toEqual([{ name: 'runs.json', text: '[]' }]);
    expect(unreadable).toEqual([
      expect.stringMatching(/^cannot read .*nowhere\.json: ENOENT/),
      expect.stringMatching(/^\/dev\/zero: is a device/),
    ]);
  });

  test('are refused with what is wrong with each when none can be read', () => {
    expect(() => readFiles([join(folder, 'a'), '/dev/zero'])).toThrow(/cannot read .*\n\/dev\/zero: is a device/);
  });
});
