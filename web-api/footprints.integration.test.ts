import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../system/testing/temporary-folder.ts';
import { readFootprints } from './footprints.ts';

const size = { minified: 10, gzip: 5 };
const good = {
  framework: 'shout',
  label: 'Shout',
  client: { framework: size, own: size, page: size },
  lines: { adapter: 1, server: 2 },
  packages: null,
};

describe('footprints', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const read = (text: string): Promise<unknown> => {
    const file = join(folder, 'footprints.json');
    writeFileSync(file, text);
    return readFootprints(file);
  };

  test('are those in the file', async () => {
    expect(await read(JSON.stringify([good]))).toEqual([good]);
  });

  test.each([
    ['is broken', '[{'],
    ['holds something else', '{"a": 1}'],
    ['has a field of the wrong type', JSON.stringify([{ ...good, packages: '3' }])],
  ])('are none when the file %s', async (_, text) => {
    expect(await read(text)).toEqual([]);
  });

  test('are none when there is no file', async () => {
    expect(await readFootprints(join(folder, 'nothing'))).toEqual([]);
    expect(await readFootprints(null)).toEqual([]);
  });
});
