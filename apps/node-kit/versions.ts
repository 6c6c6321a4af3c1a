/** Versions of installed packages, read where they are installed. */
import { createRequire } from 'node:module';

/**
 * The version of `packageName` as the module at `from` (its `import.meta.url`) gets it.
 * @throws when it is not installed
 */
export function installedVersion(packageName: string, from: string): string {
  return (createRequire(from)(`${packageName}/package.json`) as { version: string }).version;
}
