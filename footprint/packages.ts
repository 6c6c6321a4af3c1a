/** Counts what an app's lock file installs. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** As much of an npm lock file (version 2 or 3) as is counted. */
export interface LockFile {
  packages?: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
}

/** Packages that are there to run, whatever asked for them; a package that is there twice counts twice, as it is loaded. */
export function productionPackages(lock: LockFile): number {
  const entries = Object.entries(lock.packages ?? {});
  return entries.filter(([path, entry]) => path !== '' && !entry.dev && !entry.devOptional && !entry.link).length;
}

/** {@link productionPackages} of the lock file in `dir`; null when there is none. */
export function installedPackages(dir: string): number | null {
  const file = join(dir, 'package-lock.json');
  return existsSync(file) ? productionPackages(JSON.parse(readFileSync(file, 'utf8')) as LockFile) : null;
}
