import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeft } from './folder.ts';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'outcry-folders-'));
});

afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** No process has this id: it is over what Linux gives out. */
const NOBODY = 2 ** 22 + 1;
const LATER = 120_000;

test('folders of apps that were killed are removed, and nobody else’s', () => {
  const names = [
    `outcry-lightstreamer-${NOBODY}-abcdef`,
    `outcry-lightstreamer-${process.pid}-abcdef`,
    'outcry-lightstreamer-abcdef',
    `outcry-${NOBODY}-abcdef`,
  ];
  for (const name of names) {
    mkdirSync(join(dir, name, 'conf'), { recursive: true });
    writeFileSync(join(dir, name, 'conf', 'lightstreamer_conf.xml'), '');
  }
  removeLeft(dir, Date.now() + LATER);
  expect(readdirSync(dir).sort()).toEqual(names.slice(1).sort());
});

test('an app that was killed a moment ago may have left somebody who does it', () => {
  mkdirSync(join(dir, `outcry-lightstreamer-${NOBODY}-abcdef`));
  removeLeft(dir, Date.now());
  expect(readdirSync(dir)).toHaveLength(1);
});
