import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { askVersions, notThere, type PackageManager, resolveBy } from './package-manager.ts';

/** Go's words for a version, or a module, that its proxy does not have. */
const NO_SUCH = /no matching versions|unknown revision|invalid version|\b404 Not Found|\b410 Gone/;

/** Go writes `v1.2.3`; of `1.2` it takes the newest patch. */
const query = (version: string): string => (version.startsWith('v') ? version : `v${version}`);

const hasModule = (goMod: string, name: string): boolean =>
  goMod.split('\n').some(
    (line) =>
      line
        .trim()
        .replace(/^require\s+/, '')
        .split(/\s+/)[0] === name,
  );

export const GO: PackageManager = {
  key: 'go',
  label: 'Go',
  at: (name, version) => `${name}@${query(version)}`,
  files: ['go.mod', 'go.sum'],
  async lock(copy, packages) {
    const goMod = readFileSync(join(copy.dir, 'go.mod'), 'utf8');
    for (const name of Object.keys(packages)) if (!hasModule(goMod, name)) throw notThere(copy, name, 'go.mod');
    const wanted = Object.entries(packages).map(([name, version]) => `${name}@${query(version)}`);
    await resolveBy('Go', copy, ['go', 'get', ...wanted], NO_SUCH);
    // go.sum lacks the modules that only the new versions import.
    await resolveBy('Go', copy, ['go', 'mod', 'tidy'], NO_SUCH);
  },
  async published(name, dir) {
    const said = await askVersions('Go', name, ['go', 'list', '-mod=mod', '-m', '-versions', name], dir);
    return said
      .trim()
      .split(/\s+/)
      .slice(1)
      .map((version) => version.replace(/^v/, ''));
  },
};
