/** Which packages can be installed in an image before the sources are there. Imported by what runs in that layer: nothing but Node.js. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the `package.json` of `folder` and its lock file are all that an installation needs. With workspaces it is not: npm leaves out,
 * without a word, what folders that are not there depend on.
 */
export function needsNoSources(folder: string): boolean {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return true;
  return (JSON.parse(readFileSync(file, 'utf8')) as { workspaces?: unknown }).workspaces === undefined;
}
