/** Writes the versions that were asked for into the copy of an app, and has package managers resolve lock files for them there. */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolEnvironment } from '../../tools/environment.ts';
import { copyRoot } from '../build/copy.ts';
import type { App } from '../manifest/manifest.ts';
import { nameOf, packagesAt } from './app-versions.ts';
import { MANAGERS } from './managers/managers.ts';
import type { PackageManager, Packages } from './managers/package-manager.ts';
import { setProperty } from './property.ts';

/**
 * @param log called with a line for each step
 * @throws OutcryError: wrong use for a version that does not exist, otherwise with the package manager's output
 */
export async function resolveVersions(app: App, log: (line: string) => void): Promise<void> {
  if (app.version === undefined) return;
  if (app.versions?.property !== undefined) setProperty(app, app.versions.property);
  for (const manager of MANAGERS) {
    const packages = packagesAt(app, app.version, manager.key);
    if (Object.keys(packages).length > 0) await lockPackages(app, manager, packages, log);
  }
}

/**
 * The lock file that was resolved once is kept beside the copy: the same versions stay the same packages until the app's own files
 * of that package manager change.
 */
async function lockPackages(
  app: App,
  { key, label, at, files, lock }: PackageManager,
  packages: Packages,
  log: (line: string) => void,
): Promise<void> {
  const kept = join(copyRoot(app), 'resolved', key);
  const stamp = join(kept, 'from');
  const copyFiles = (from: string, to: string): void => {
    for (const file of files) if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
  };
  const hash = createHash('sha256').update(JSON.stringify(packages));
  for (const file of files) if (existsSync(join(app.dir, file))) hash.update(readFileSync(join(app.dir, file)));
  const from = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === from) return copyFiles(kept, app.dir);
  const asked = Object.entries(packages).map(([name, version]) => at(name, version));
  log(`${nameOf(app)}: ${label} resolves ${asked.join(', ')}`);
  const env = await toolEnvironment(app.requires, app.toolchains);
  await lock({ name: nameOf(app), dir: app.dir, env }, packages);
  mkdirSync(kept, { recursive: true });
  copyFiles(app.dir, kept);
  writeFileSync(stamp, from);
}
