/** Names the code that merges runs: other code may give other figures. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../system/root.ts';

/** Tells a bundle the name of the sources that it was made of. */
const OF_SOURCES = 'OUTCRY_MERGE_CODE';

/** The rooms that merging takes place in, and the packages that it uses. */
const ROOMS = ['merge', 'metrics', 'protocol'];
const PACKAGES = 'package-lock.json';

let known: string | undefined;

/** The same for the same code: a hash of the sources, or of the bundle that this is a part of. */
export function mergeCode(): string {
  known ??= nameOf(fileURLToPath(import.meta.url));
  return known;
}

/** The environment of a bundle that is made of these sources, so that it uses the merges that they kept. */
export const mergeCodeEnvironment = (): Record<string, string> => ({ [OF_SOURCES]: mergeCode() });

function nameOf(self: string): string {
  if (!self.endsWith('.ts')) return process.env[OF_SOURCES] ?? hashOf([self]);
  return hashOf([...ROOMS.flatMap(sourcesIn), PACKAGES].map((file) => join(ROOT, file)));
}

function sourcesIn(room: string): string[] {
  const names = readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return sources.sort().map((name) => join(room, name));
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.slice(ROOT.length)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
