/** The sources of an app, as hashes: equal hashes mean the same app, or the same pages. */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ROOT } from '../../../system/root.ts';
import { importedDirs, kitsOf } from '../manifest/kits.ts';
import type { App } from '../manifest/manifest.ts';

/** The files that a build, a run or a tool leaves in an app's folder. */
export const LEFT_BY_BUILDS: ReadonlySet<string> = new Set([
  ...['node_modules', 'dist', 'data', 'target', 'bin', 'obj', '.outcry', '.git'],
]);
/** That, and what only tests read: never part of what an app is. */
const NOT_SOURCE = new Set([...LEFT_BY_BUILDS, 'testing', 'functional', 'vectors', 'test', 'tests', 'bench']);
const NOT_SOURCE_FILE = /\.(test|page|fault|functional)\.ts$|\.md$/;

/** The sources of the pages besides the app, from the root. */
const OF_PAGES = [
  ...['shared-ui', 'member', 'merge', 'metrics', 'protocol', 'loadtests/scenarios'],
  ...['setup/apps/build/pages.ts', 'package-lock.json'],
];

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !NOT_SOURCE.has(entry.name) && !NOT_SOURCE_FILE.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesIn(join(path, entry.name)));
}

function addTo(hash: Hash, path: string): void {
  for (const file of filesIn(path)) {
    hash.update(relative(ROOT, file).split(sep).join('/')).update('\0').update(readFileSync(file)).update('\0');
  }
}

/**
 * SHA-256 (hex) over everything that the behaviour of `app` depends on: its own folder, the apps whose files it imports, the kits that
 * serve it, the protocol, and how it is built. Neither the look of the pages nor a scenario is part of it.
 */
export function contentHash(app: App): string {
  const hash = createHash('sha256').update(process.version);
  const shared = [
    join(ROOT, 'protocol'),
    join(ROOT, 'metrics', 'transports.ts'),
    join(ROOT, 'setup', 'apps', 'build', 'build.ts'),
  ];
  if (app.version !== undefined) hash.update(app.version).update('\0');
  // The source of a copy: the copy itself may not have been made yet.
  const own = app.source ?? app.dir;
  for (const path of [own, ...importedDirs(app), ...kitsOf(app).map((kit) => kit.dir), ...shared]) addTo(hash, path);
  return hash.digest('hex');
}

export function pagesHash(app: App): string {
  const hash = createHash('sha256').update(contentHash(app));
  for (const path of OF_PAGES) addTo(hash, join(ROOT, path));
  return hash.digest('hex');
}
