import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { addressOf } from './site.ts';
import { writeSite } from './write-site.ts';

const files = (...names: string[]) => new Map(names.map((name) => [name, `this is ${name}`]));

test('a site is written again in its place: what it has no longer goes, what others put there stays', () => {
  const folder = join(temporaryFolder(), 'site');
  writeSite(folder, files('index.html', 'study-a.html', 'records/a.gz'));
  writeFileSync(join(folder, 'CNAME'), 'example.org');
  writeSite(folder, files('index.html', 'records/b.gz'));
  expect(readdirSync(folder).sort()).toEqual(['CNAME', 'index.html', 'outcry-site.json', 'records']);
  expect(readdirSync(join(folder, 'records'))).toEqual(['b.gz']);
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe('this is index.html');
});

test('a folder with other files is refused, one with only a repository is taken', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.git'));
  writeSite(folder, files('index.html'));
  const other = temporaryFolder();
  writeFileSync(join(other, 'thesis.txt'), 'mine');
  expect(() => writeSite(other, files('index.html'))).toThrow(/has files and no outcry-site.json/);
  expect(readdirSync(other)).toEqual(['thesis.txt']);
});

test('a list of files leads to no file outside of the folder', () => {
  const parent = temporaryFolder();
  writeFileSync(join(parent, 'mine.txt'), 'mine');
  const folder = join(parent, 'site');
  mkdirSync(folder);
  const hostile = ['../mine.txt', join(parent, 'mine.txt'), 'records/../../mine.txt', 7, null];
  writeFileSync(join(folder, 'outcry-site.json'), JSON.stringify({ files: hostile }));
  writeSite(folder, files('index.html'));
  expect(existsSync(join(parent, 'mine.txt'))).toBe(true);
});

test.each([
  ['../findings.md#the-studies', 'index.html#studies'],
  ['method.md#load', 'method.html#load'],
  ['findings/study-a.md', 'study-a.html'],
  ['#load', '#load'],
  ['https://example.org/a', 'https://example.org/a'],
  ['machines.md', null],
  ['../results/reference/kept', null],
  ['javascript:alert(1)', null],
])('a link to %s in docs/ leads to %s', (href, address) => {
  expect(addressOf(href)).toBe(address);
});
