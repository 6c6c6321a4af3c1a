/** Finds the packages that can be installed in an image before the sources are there. Runs in that layer, so it imports only Node.js modules. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells whether `package.json` and lock file of `folder` suffice for an installation. With workspaces they do not: npm silently skips the
 * dependencies of missing folders.
 */
export function needsNoSources(folder: string): boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return true;
  return (JSON.parse(readFileSync(file, 'utf8')) as { workspaces?: unknown }).workspaces === undefined;
}
