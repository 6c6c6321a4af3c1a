/** NuGet packages, as the lock files of projects list them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageManager } from './packages.ts';

/** As much of a `packages.lock.json` as is counted. */
export interface NugetLock {
  dependencies?: Record<string, Record<string, { type: string }>>;
}

/** Packages of all target frameworks; other projects of the checkout are none. */
export function nugetPackages(lock: NugetLock): string[] {
  const entries = Object.values(lock.dependencies ?? {}).flatMap((framework) => Object.entries(framework));
  return [...new Set(entries.filter(([, { type }]) => type !== 'Project').map(([name]) => name))];
}

export const NUGET: PackageManager = {
  kind: () => 'NuGet',
  packagesOf({ folders }) {
    const files = folders.map((folder) => join(folder, 'packages.lock.json')).filter((file) => existsSync(file));
    if (files.length === 0) return null;
    return files.flatMap((file) => nugetPackages(JSON.parse(readFileSync(file, 'utf8')) as NugetLock));
  },
};
