/**
 * Profiles that Firefox starts on more quickly than on an empty one. In its first start it compiles some hundred scripts of its own and
 * keeps the result in its profile's *startup cache*; a profile that begins with a copy of that saves a third of the processor
 * time of a launch. The cache holds Firefox's own files alone: no page, cookie, preference or history goes from one
 * browser to another, and none from run to run.
 */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { cacheFolder } from '../../setup/tools/locate.ts';

/**
 * The files that a template keeps of its profile. The second says which Firefox the first belongs to: another one throws the cache away.
 */
export const KEPT = ['startupCache', 'compatibility.ini'] as const;

const UNUSED_DAYS = 90;
const DAY_MS = 86_400_000;

/** Starts a Firefox with `profile` and ends it when it is idle. */
export type UseOnce = (profile: string) => Promise<void>;

/** One template for each Firefox and each set of preferences: hex. */
export function templateKey(program: string, preferences: object): string {
  const path = realpathSync(program);
  const { size, mtimeMs } = statSync(path);
  return createHash('sha256')
    .update(JSON.stringify([path, size, mtimeMs, KEPT, preferences]))
    .digest('hex')
    .slice(0, 16);
}

/** Removes templates of `folder` that were unused for long, since their Firefox was replaced. */
function removeUnused(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (now - statSync(path).mtimeMs > UNUSED_DAYS * DAY_MS) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * The folder of the template `key`, made first if need be. It appears whole or not at all, however many make it at once.
 * @param folder where templates are
 */
export async function templateProfile(
  key: string,
  useOnce: UseOnce,
  folder = join(cacheFolder(), 'firefox'),
): Promise<string> {
  const template = join(folder, key);
  if (!existsSync(template)) {
    mkdirSync(folder, { recursive: true });
    removeUnused(folder, Date.now());
    const draft = mkdtempSync(join(folder, '.draft-'));
    try {
      const profile = join(draft, 'profile');
      mkdirSync(profile);
      await useOnce(profile);
      const kept = join(draft, 'kept');
      mkdirSync(kept);
      for (const name of KEPT) renameSync(join(profile, name), join(kept, name));
      moveInto(kept, template);
    } finally {
      rmSync(draft, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  utimesSync(template, new Date(), new Date());
  return template;
}

/** Another process may have put the same there meanwhile. */
function moveInto(made: string, template: string): void {
  try {
    renameSync(made, template);
  } catch (error) {
    if (!existsSync(template)) throw error;
  }
}

/**
 * Files that Firefox reads and replaces by others, and never writes into: copies of them can share their bytes on the disk. They are three
 * quarters of a template, and thirty copies half a gigabyte.
 */
const REPLACED = /^scriptCache.*\.bin$/;

/** A profile of its own for one browser, in `folder`: a copy of `template`. Returns its path. */
export function profileFrom(template: string, folder: string): string {
  const profile = join(folder, 'profile');
  const shared = (path: string): boolean => REPLACED.test(basename(path));
  cpSync(template, profile, { recursive: true, filter: (path) => !shared(path) });
  for (const path of readdirSync(template, { recursive: true, encoding: 'utf8' }).filter(shared)) {
    share(join(template, path), join(profile, path));
  }
  return profile;
}

/** Links where both are on one disk, and copies where they are not. */
function share(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
