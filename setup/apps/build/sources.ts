/** The sources of an app, as hashes: equal hashes mean the same app, or the same pages. */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ROOT } from '../../../system/root.ts';
import { importedDirs, kitsOf } from '../manifest/kits.ts';
import type { App } from '../manifest/manifest.ts';

/** The folders that a build, a run or a tool leaves in an app's folder. */
const LEFT_BY_BUILDS: ReadonlySet<string> = new Set([
  ...['node_modules', 'dist', 'data', 'target', 'bin', 'obj', '.outcry', '.git'],
  ...['__pycache__', '.venv', 'venv', '.pytest_cache', '.mypy_cache', '.ruff_cache'],
]);
/** Of what only tests read: never part of what an app is. */
const OF_TESTS = new Set(['testing', 'functional', 'vectors', 'test', 'tests', 'bench']);
const NOT_SOURCE_FILE = /\.(test|page|fault|functional)\.ts$|_tests?\.(go|py)$|^(test_.*|conftest)\.py$|\.md$/;

/** Tells whether a build, a run or a tool made what is at `path`. Cargo keeps the sources of programs in `src/bin`. */
export const isLeftByBuild = (path: string): boolean =>
  LEFT_BY_BUILDS.has(basename(path)) && !(basename(path) === 'bin' && basename(dirname(path)) === 'src');

/** The sources of the pages besides the app, from the root. */
const OF_PAGES = [
  ...['shared-ui', 'member', 'merge', 'metrics', 'protocol', 'loadtests/scenarios'],
  ...['setup/apps/build/pages.ts', 'package-lock.json'],
];

function filesIn(path: string): string[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !isLeftByBuild(join(path, name)) && !OF_TESTS.has(name) && !NOT_SOURCE_FILE.test(name))
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
    ...['build.ts', 'bundle.ts'].map((name) => join(ROOT, 'setup', 'apps', 'build', name)),
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
