/**
 * Scenarios that people keep outside of this checkout. Each of their folders has a copy under `.outcry/scenarios/`, in which its files
 * find what they would find in `loadtests/scenarios/`. Nothing is written where they are kept.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../../system/root.ts';

const COPIES = join(ROOT, '.outcry', 'scenarios');

/** A copy that no process has used for a day is removed when another copy is made, ms. */
const UNUSED_MS = 24 * 3_600_000;
/** A process stamps the copies that it uses once an hour, ms. */
const STAMP_MS = 3_600_000;
const SCENARIOS = join('loadtests', 'scenarios');

/** Folders of the root that scenarios name by their relative paths. */
const ABOVE = ['member', 'merge', 'metrics', 'protocol', 'setup', 'shared-ui', 'system'];

/** By each copy, the folder that it is a copy of. */
const sources = new Map<string, string>();

const scenariosIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => existsSync(join(folder, name, 'scenario.ts')));

/** SHA-256 (hex) of what is copied: a copy never changes, so that a session under way keeps what it began with. */
function hashOf(folder: string): string {
  const hash = createHash('sha256').update(ROOT).update('\0').update(folder);
  for (const name of scenariosIn(folder).sort()) {
    const files = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    for (const path of paths.sort()) hash.update('\0').update(path).update('\0').update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Links everything of `from` into `to`, but not over what is there already. */
function linkAll(from: string, to: string, names: readonly string[] = readdirSync(from)): void {
  mkdirSync(to, { recursive: true });
  for (const name of names) if (!existsSync(join(to, name))) symlinkSync(join(from, name), join(to, name));
}

/** Stamps a copy with the time, while this process lives. @returns whether there is one */
function stamp(root: string): boolean {
  try {
    utimesSync(root, new Date(), new Date());
  } catch {
    return false;
  }
  setTimeout(stamp, STAMP_MS, root).unref();
  return true;
}

function removeUnused(): void {
  for (const name of readdirSync(COPIES)) {
    const copy = join(COPIES, name);
    const { mtimeMs } = statSync(copy, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > UNUSED_MS) rmSync(copy, { recursive: true, force: true });
  }
}

/** @returns the copy of `folder`, a folder with scenarios in it */
export function copyOf(folder: string): string {
  const source = resolve(folder);
  const root = join(COPIES, hashOf(source));
  const copy = join(root, SCENARIOS);
  const isKnown = sources.has(copy);
  sources.set(copy, source);
  if (isKnown || stamp(root)) return copy;
  const draft = `${root}.${process.pid}`;
  const draftCopy = join(draft, SCENARIOS);
  for (const name of scenariosIn(source)) cpSync(join(source, name), join(draftCopy, name), { recursive: true });
  linkAll(source, draftCopy);
  linkAll(join(ROOT, SCENARIOS), draftCopy);
  linkAll(join(ROOT, 'loadtests'), join(draft, 'loadtests'));
  linkAll(ROOT, draft, ABOVE);
  try {
    renameSync(draft, root);
  } catch (error) {
    // Another start has made it meanwhile.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(root)) throw error;
  }
  stamp(root);
  removeUnused();
  return copy;
}

/** `text` with the paths of copies as those of what they are copies of. */
export function asKept(text: string): string {
  let shown = text;
  for (const [copy, source] of sources) shown = shown.replaceAll(copy, source);
  return shown;
}
