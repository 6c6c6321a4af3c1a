/** The npm packages that something in an image needs, out of all that are installed here. */
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
 * Copies the packages that are imported, and those that they need in turn, into `target`/node_modules.
 * @param imported as bundles name them: packages, files of packages, and Node's own modules
 * @returns the packages that are imported, each once
 */
export function copyPackages(imported: readonly string[], target: string): string[] {
  const packages = [...new Set(imported.filter((path) => !isBuiltin(path)).map(packageOf))];
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  for (const folder of foldersOf(lock, packages)) {
    // Packages within this one are folders of their own here, and come along only when they are needed.
    const source = join(ROOT, folder);
    // One for another platform than this was not installed.
    if (lock.packages[folder].optional && !existsSync(source)) continue;
    cpSync(source, join(target, folder), { recursive: true, filter: (path) => path !== join(source, 'node_modules') });
  }
  return packages;
}
