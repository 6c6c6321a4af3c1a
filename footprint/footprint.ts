/** The footprint of an app: client code, lines of code, packages. All figures are measured. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pagesHash } from '../setup/apps/build/sources.ts';
import { kitsOf } from '../setup/apps/manifest/kits.ts';
import type { App } from '../setup/apps/manifest/manifest.ts';
import { nameOf } from '../setup/apps/versions/app-versions.ts';
import { writeWhole } from '../system/write-whole.ts';
import { measureClient, type Size } from './client-code.ts';
import { installedPackages, without } from './packages/count-packages.ts';
import { linesOf, sourceFiles } from './sources.ts';

export interface Footprint {
  framework: string;
  label: string;
  /** JavaScript that a visitor of the auction page loads, bytes; style and markup are the same for every app. */
  client: {
    /** The framework's client library and what it needs. */
    framework: Size;
    /** The app's adapter with its parts of the kits. */
    own: Size;
    /** The page and its view library: the same for every app. */
    page: Size;
  };
  /** Lines of the app's own code in whatever language, without empty lines, comments and tests: how it wires its framework. */
  lines: {
    /** Packages in the client bundle, which the server may use too. */
    adapter: number;
    server: number;
  };
  /**
   * Packages (npm, NuGet, Maven, PyPI, Go modules, crates) that the app installs to run and its kits do not bring, its framework's own included. Null where
   * nothing says.
   */
  packages: number | null;
  /** The reason why packages are unknown although a tool should know them; absent: they are known, or no tool gives a reason. */
  packagesMissing?: string;
  /** The code of its kits: the load test, the auction house and the process, written once per language. */
  kit: { lines: number; packages: number | null };
}

/** Measures a built app: bundles its page once more, in memory, with its parts kept apart. Takes some seconds. */
export async function measureFootprint(app: App): Promise<Footprint> {
  const { sizes, files } = await measureClient(app);
  const bundled = new Set(files.map((file) => file.split('/').join(sep)));
  const own = sourceFiles(app.dir);
  const isAdapter = (file: string) => bundled.has(file);
  const kits = kitsOf(app);
  const brought = new Set<string>();
  let missing: string | null = null;
  const lack = (reason: string): void => {
    missing = reason;
  };
  for (const { dir } of kits) {
    for (const one of (await installedPackages(dir, app.requires, lack)) ?? []) brought.add(one);
  }
  const packages = without(await installedPackages(app.dir, app.requires, lack), brought);
  return {
    framework: nameOf(app),
    label: app.label,
    client: sizes,
    lines: {
      adapter: linesOf(own.filter(isAdapter)),
      server: linesOf(own.filter((file) => !isAdapter(file))),
    },
    // Unknown packages of a kit would count as the app's own.
    packages: missing === null ? (packages?.size ?? null) : null,
    ...(missing === null ? {} : { packagesMissing: missing }),
    kit: {
      lines: linesOf(kits.flatMap(({ dir }) => sourceFiles(dir))),
      packages: missing === null ? brought.size : null,
    },
  };
}

/** Of everything a footprint depends on: the app, and how it is measured. */
function basis(app: App): string {
  const hash = createHash('sha256').update(pagesHash(app));
  const folder = dirname(fileURLToPath(import.meta.url));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  for (const file of files.sort()) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** The footprint of a built app, measured once per build and kept in `dist/footprint.json`. */
export async function footprintOf(app: App): Promise<Footprint> {
  const file = join(app.dir, 'dist', 'footprint.json');
  const measuredFrom = basis(app);
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { measuredFrom: string; footprint: Footprint };
    if (kept.measuredFrom === measuredFrom) return kept.footprint;
  }
  const footprint = await measureFootprint(app);
  // Packages that are missing today may be found tomorrow.
  if (footprint.packagesMissing !== undefined) return footprint;
  writeWhole(file, JSON.stringify({ measuredFrom, footprint }, null, 2));
  return footprint;
}
