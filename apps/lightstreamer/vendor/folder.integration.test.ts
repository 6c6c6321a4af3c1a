import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../system/testing/temporary-folder.ts';
import { removeLeft } from './folder.ts';

/** No process has this id: it is over what Linux gives out. */
const NO_PID = 2 ** 22 + 1;

test('folders of killed apps are removed after a while, and no others', () => {
  const dir = temporaryFolder();
  const names = [`-${NO_PID}-abcdef`, `-${process.pid}-abcdef`, '-abcdef'].map((end) => `outcry-lightstreamer${end}`);
  names.push(`outcry-${NO_PID}-abcdef`);
  for (const name of names) {
    mkdirSync(join(dir, name, 'conf'), { recursive: true });
    writeFileSync(join(dir, name, 'conf', 'lightstreamer_conf.xml'), '');
  }
  removeLeft(dir);
  expect(readdirSync(dir)).toHaveLength(4);
  removeLeft(dir, Date.now() + 120_000);
  expect(readdirSync(dir).sort()).toEqual(names.slice(1).sort());
});
