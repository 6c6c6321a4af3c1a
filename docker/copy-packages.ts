/** Copies the installed npm packages that an image needs. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../system/root.ts';
import { foldersOf } from './locked-packages.ts';

/** The package of `path`, such as `@a/b` of `@a/b/c`. */
const packageOf = (path: string): string =>
  path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');

/**
 * Copies the imported packages and their dependencies into `target`/node_modules.
 * @param imported names in bundles: packages, files of packages, and Node's modules
 * @returns the imported packages, each once
 */
export function copyPackages(imported: readonly string[], target: string): string[] {
  const packages = [...new Set(imported.filter((path) => !isBuiltin(path)).map(packageOf))];
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const folder of foldersOf(lock, packages)) {
    // Nested packages are folders of their own in the list and are copied only if needed.
    const source = join(ROOT, folder);
    // Packages for other platforms are not installed.
    if (lock.packages[folder].optional && !existsSync(source)) continue;
    cpSync(source, join(target, folder), { recursive: true, filter: (path) => path !== join(source, 'node_modules') });
  }
  return packages;
}
