/** npm packages, as a lock file lists them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageManager } from './packages.ts';

/** As much of a lock file (version 2 or 3) as is counted. */
export interface NpmLock {
  packages?: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
}

/** Packages that are there to run, whatever asked for them; a package that is there twice counts twice, as it is loaded. */
export function npmPackages(lock: NpmLock): string[] {
  const entries = Object.entries(lock.packages ?? {});
  return entries
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link)
    .map(([path]) => path);
}

export const NPM: PackageManager = {
  // Two copies of one package are two: each folder has its own.
  kind: (dir) => `npm ${dir}`,
  packagesOf({ dir }) {
    const file = join(dir, 'package-lock.json');
    return existsSync(file) ? npmPackages(JSON.parse(readFileSync(file, 'utf8')) as NpmLock) : null;
  },
};
