/** What an app costs besides its speed: client code, lines to write and keep, packages. Measured, never typed in. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentHash } from '../setup/apps/sources.ts';
import type { App } from '../setup/apps/manifest.ts';
import { measureClient, type Size } from './client-code.ts';
import { codeLines } from './code-lines.ts';
import { installedPackages } from './packages.ts';

/** One app's footprint. */
export interface Footprint {
  framework: string;
  label: string;
  /** JavaScript that a visitor of the auction page loads, bytes; style and markup are the same for every app. */
  client: {
    /** The framework's client library and what it needs. */
    framework: Size;
    /** The app's adapter and what it takes from what the apps share. */
    own: Size;
    /** The page and its view library: the same for every app. */
    page: Size;
  };
  /** Lines of the app's own code, without empty lines, comments and tests. What apps share is not counted. */
  lines: {
    /** What is in the client bundle, whether the server uses it too or not. */
    adapter: number;
    server: number;
  };
  /**
   * npm packages that the app installs to run, its framework's own included; for servers in other languages those of
   * the client alone. Null where there is no lock file.
   */
  packages: number | null;
}

const SOURCE = new Set(['.ts', '.js', '.mjs', '.cjs', '.java', '.scala', '.kt', '.cs']);
/** Build output, installed packages, and code that is not needed to run. */
const NOT_COUNTED = new Set(['node_modules', 'dist', 'data', 'target', 'bin', 'obj', 'test', 'tests', 'bench']);
const TEST_FILE = /\.(test|fault|page|functional)\.[a-z]+$|Tests?\.(java|scala|kt|cs)$/;

/** The app's source files, absolute. */
function sources(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_COUNTED.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return sources(path);
    return SOURCE.has(extname(entry.name)) && !TEST_FILE.test(entry.name) ? [path] : [];
  });
}

const linesOf = (files: string[]): number =>
  files.reduce((sum, file) => sum + codeLines(readFileSync(file, 'utf8')), 0);

/** Measures a built app: bundles its page once more, in memory, with its parts kept apart. Takes about a second. */
export async function measureFootprint(app: App): Promise<Footprint> {
  const { sizes, files } = await measureClient(app);
  const bundled = new Set(files.map((file) => file.split('/').join(sep)));
  const own = sources(app.dir);
  const isAdapter = (file: string) => bundled.has(file);
  return {
    framework: app.id,
    label: app.label,
    client: sizes,
    lines: {
      adapter: linesOf(own.filter(isAdapter)),
      server: linesOf(own.filter((file) => !isAdapter(file))),
    },
    packages: installedPackages(app.dir),
  };
}

/** Of everything a footprint depends on: the app, and how it is measured. */
function basis(app: App): string {
  const hash = createHash('sha256').update(contentHash(app));
  const folder = dirname(fileURLToPath(import.meta.url));
  for (const file of readdirSync(folder).sort()) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/** The footprint of a built app; measured once for what the app is now and kept in `dist/footprint.json`. */
export async function footprintOf(app: App): Promise<Footprint> {
  const file = join(app.dir, 'dist', 'footprint.json');
  const measuredFrom = basis(app);
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { measuredFrom: string; footprint: Footprint };
    if (kept.measuredFrom === measuredFrom) return kept.footprint;
  }
  const footprint = await measureFootprint(app);
  mkdirSync(join(app.dir, 'dist'), { recursive: true });
  writeFileSync(file, JSON.stringify({ measuredFrom, footprint }, null, 2));
  return footprint;
}
