/** Counts what an app's build installs to run: npm, NuGet and Maven packages, as their own lock files and tools say. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { toolEnvironment } from '../setup/tools/environment.ts';
import { sourceFolders } from './sources.ts';

/** As much of an npm lock file (version 2 or 3) as is counted. */
export interface NpmLock {
  packages?: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }>;
}

/** As much of a `packages.lock.json` of NuGet as is counted. */
export interface NugetLock {
  dependencies?: Record<string, Record<string, { type: string }>>;
}

/** Packages that are there to run, whatever asked for them; a package that is there twice counts twice, as it is loaded. */
export function npmPackages(lock: NpmLock): string[] {
  const entries = Object.entries(lock.packages ?? {});
  return entries
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link)
    .map(([path]) => path);
}

/** Packages of all target frameworks; other projects of the checkout are none. */
export function nugetPackages(lock: NugetLock): string[] {
  const entries = Object.values(lock.dependencies ?? {}).flatMap((framework) => Object.entries(framework));
  return [...new Set(entries.filter(([, { type }]) => type !== 'Project').map(([name]) => name))];
}

/** `group:artifact` of every line of what `mvn dependency:list` writes, such as `   org.slf4j:slf4j-api:jar:2.0.17:compile`. */
export function mavenPackages(list: string): string[] {
  const lines = [...list.matchAll(/^ +([\w.-]+:[\w.-]+):[\w-]+:[\w.:-]+/gm)];
  return [...new Set(lines.map(([, name]) => name!))];
}

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
  const found: string[] = [];
  let known = false;
  const read = <Lock>(file: string, kind: string, names: (lock: Lock) => string[]): void => {
    if (!existsSync(file)) return;
    known = true;
    found.push(...names(JSON.parse(readFileSync(file, 'utf8')) as Lock).map((name) => `${kind} ${name}`));
  };
  // Two copies of one npm package are two: each folder has its own.
  read<NpmLock>(join(dir, 'package-lock.json'), `npm ${dir}`, npmPackages);
  for (const folder of sourceFolders(dir)) read<NugetLock>(join(folder, 'packages.lock.json'), 'NuGet', nugetPackages);
  if (existsSync(join(dir, 'pom.xml'))) {
    known = true;
    const listed = await askMaven(dir, requires);
    if (typeof listed === 'string') {
      lack(listed);
      return null;
    }
    found.push(...listed.map((name) => `Maven ${name}`));
  }
  return known ? new Set(found) : null;
}

/**
 * The build has put them into the local repository, with the plugin that the POM pins; where it has not, Maven may fetch it.
 * @returns why it cannot tell, a sentence, where it cannot
 */
async function askMaven(dir: string, requires: string[]): Promise<string[] | string> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-packages-'));
  try {
    const file = join(folder, 'list');
    const options = ['-DincludeScope=runtime', `-DoutputFile=${file}`];
    const env = await toolEnvironment(requires);
    const argv = ['--batch-mode', '--quiet', 'dependency:list', ...options];
    const ask = (more: string[]) =>
      execa('mvn', [...more, ...argv], { cwd: dir, env, all: true, reject: false, stdin: 'ignore' });
    const offline = await ask(['--offline']);
    const asked = offline.failed ? await ask([]) : offline;
    if (!asked.failed) return mavenPackages(readFileSync(file, 'utf8'));
    const [said = 'it did not say why'] = String(asked.all ?? asked.message)
      .split('\n')
      .filter((line) => /ERROR/.test(line));
    return `Maven could not list the packages of ${dir}: ${said}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Those of `packages` that are not in `others` too. */
export function without(packages: Packages, others: Packages): Packages {
  if (packages === null) return null;
  return new Set([...packages].filter((name) => !others?.has(name)));
}
