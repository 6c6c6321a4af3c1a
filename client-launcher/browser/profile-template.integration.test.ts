import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../system/testing/temporary-folder.ts';
import { profileFrom, templateKey, templateProfile } from './profile-template.ts';

let folder: string;
let uses: string[];

/** Leaves what a Firefox leaves in a profile in which somebody was logged in. */
const useOnce = async (profile: string): Promise<void> => {
  uses.push(profile);
  mkdirSync(join(profile, 'startupCache'));
  writeFileSync(join(profile, 'startupCache', 'scriptCache.bin'), 'compiled');
  writeFileSync(join(profile, 'startupCache', 'startupCache.8.little'), 'started');
  for (const name of [
    'compatibility.ini',
    'cookies.sqlite',
    'prefs.js',
    'user.js',
    'places.sqlite',
    'MarionetteActivePort',
  ]) {
    writeFileSync(join(profile, name), name);
  }
  mkdirSync(join(profile, 'storage'));
};

beforeEach(() => {
  folder = temporaryFolder();
  uses = [];
});

test('a template holds the startup cache, and nothing else of the profile it was made in', async () => {
  const template = await templateProfile('one', useOnce, folder);
  expect(readdirSync(template).sort()).toEqual(['compatibility.ini', 'startupCache']);
  expect(readdirSync(folder)).toEqual(['one']);
});

test('it is made once, and what a browser does to its copy stays there', async () => {
  const first = await templateProfile('one', useOnce, folder);
  const copy = profileFrom(first, mkdtempSync(join(folder, 'browser-')));
  writeFileSync(join(copy, 'cookies.sqlite'), 'a cookie');
  writeFileSync(join(copy, 'startupCache', 'startupCache.8.little'), 'other');
  writeFileSync(join(copy, 'startupCache', 'new'), 'other');
  renameSync(join(copy, 'startupCache', 'new'), join(copy, 'startupCache', 'scriptCache.bin'));
  const again = profileFrom(await templateProfile('one', useOnce, folder), mkdtempSync(join(folder, 'browser-')));
  expect(uses).toHaveLength(1);
  expect(readdirSync(again).sort()).toEqual(['compatibility.ini', 'startupCache']);
  expect(readFileSync(join(again, 'startupCache', 'scriptCache.bin'), 'utf8')).toBe('compiled');
  expect(readFileSync(join(again, 'startupCache', 'startupCache.8.little'), 'utf8')).toBe('started');
});

test('two that make it at once get the same one, whole', async () => {
  const [a, b] = await Promise.all([templateProfile('one', useOnce, folder), templateProfile('one', useOnce, folder)]);
  expect(a).toBe(b);
  expect(readdirSync(folder)).toEqual(['one']);
  expect(readdirSync(a!)).toHaveLength(2);
});

test('a Firefox that fails leaves none, and one that kept nothing is no template either', async () => {
  const fails = () => Promise.reject(new Error('crashed'));
  await expect(templateProfile('one', fails, folder)).rejects.toThrow('crashed');
  await expect(templateProfile('one', async () => {}, folder)).rejects.toThrow(/startupCache/);
  expect(readdirSync(folder)).toEqual([]);
});

test('one that was not used for long goes when another is made', async () => {
  const old = await templateProfile('old', useOnce, folder);
  const long = new Date(Date.now() - 100 * 86_400_000);
  utimesSync(old, long, long);
  await templateProfile('recent', useOnce, folder);
  expect(existsSync(old)).toBe(false);
});

test('another Firefox and other preferences have another template', () => {
  const program = join(folder, 'firefox');
  writeFileSync(program, 'version 1');
  const key = templateKey(program, { a: 1 });
  expect(templateKey(program, { a: 1 })).toBe(key);
  expect(templateKey(program, { a: 2 })).not.toBe(key);
  writeFileSync(program, 'version 1.1');
  expect(templateKey(program, { a: 1 })).not.toBe(key);
});
