import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askVersions, type Copy, notThere, type PackageManager, type Packages, resolveBy } from './package-manager.ts';

type Dependencies = Record<string, string>;

/** npm's words for a version, or a package, that its registry does not have. */
const NO_SUCH = /\b(ETARGET|E404|notarget)\b/;

function setPackages(copy: Copy, packages: Packages): void {
  const path = join(copy.dir, 'package.json');
  const own = JSON.parse(readFileSync(path, 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Dependencies | undefined
  >;
  for (const [name, version] of Object.entries(packages)) {
    const among = [own.dependencies, own.devDependencies].find((each) => each && Object.hasOwn(each, name));
    if (among === undefined) throw notThere(copy, name, 'package.json');
    among[name] = version;
  }
  writeFileSync(path, `${JSON.stringify(own, null, 2)}\n`);
}

export const NPM: PackageManager = {
  key: 'packages',
  label: 'npm',
  at: (name, version) => `${name}@${version}`,
  files: ['package.json', 'package-lock.json'],
  async lock(copy, packages) {
    setPackages(copy, packages);
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await resolveBy('npm', copy, ['npm', 'install', '--package-lock-only', ...options], NO_SUCH);
  },
  async published(name, dir) {
    const said = await askVersions('npm', name, ['npm', 'view', name, 'versions', '--json'], dir);
    const versions: unknown = JSON.parse(said);
    return Array.isArray(versions) ? versions.map(String) : [String(versions)];
  },
};
