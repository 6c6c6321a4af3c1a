/** Counts what an app's build installs to run, as lock files and package managers say: an entry for each package manager. */
import { sourceFolders } from '../sources.ts';
import { CARGO } from './cargo.ts';
import { GO } from './go.ts';
import { MAVEN } from './maven.ts';
import { NPM } from './npm.ts';
import { NUGET } from './nuget.ts';
import type { PackageManager } from './packages.ts';
import { PIP } from './pip.ts';

const MANAGERS: readonly PackageManager[] = [NPM, NUGET, MAVEN, PIP, GO, CARGO];

/** The names of a folder's packages by kind; empty: none, null: unknown. */
export type Packages = Set<string> | null;

/**
 * The packages that the code in `dir` installs to run.
 * @param requires the toolchains it is built with
 * @param lack receives why a folder's packages are unknown
 */
export async function installedPackages(
  dir: string,
  requires: string[],
  lack: (reason: string) => void = () => {},
): Promise<Packages> {
  const asked = { dir, folders: sourceFolders(dir), requires };
  let all: Packages = null;
  for (const { kind, packagesOf } of MANAGERS) {
    try {
      const names = await packagesOf(asked);
      if (names === null) continue;
      all ??= new Set();
      for (const name of names) all.add(`${kind(dir)} ${name}`);
    } catch (error) {
      lack((error as Error).message);
      return null;
    }
  }
  return all;
}

/** Those of `packages` that are not in `others` too. */
export function without(packages: Packages, others: Packages): Packages {
  if (packages === null) return null;
  return new Set([...packages].filter((name) => !others?.has(name)));
}
