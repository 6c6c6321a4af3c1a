/** Versions of installed packages, read where they are installed. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * The version of `packageName` as the module at `from` (its `import.meta.url`) gets it. Its `package.json` is looked for and not
 * imported: many packages do not export theirs.
 * @throws when it is not installed
 */
export function installedVersion(packageName: string, from: string): string {
  const folders = createRequire(from).resolve.paths(packageName) ?? [];
  const file = folders.map((folder) => join(folder, packageName, 'package.json')).find((path) => existsSync(path));
  if (file === undefined) throw new Error(`${packageName} is not installed where ${from} looks for it`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
