import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { notThere, type PackageManager, resolveBy } from './package-manager.ts';

/** Cargo's words for a version, or a crate, that its registry does not have. */
const NO_SUCH =
  /failed to select a version for the requirement|no matching package named|candidate versions found which didn't match/;

/** The table whose header is `line`, such as `dependencies`; null where it is no header. */
const tableIn = (line: string): string | null => /^\s*\[([^[\]]+)\]\s*(#.*)?$/.exec(line)?.[1]?.trim() ?? null;

const isDependencies = (table: string): boolean => /^(target\..+\.)?(dev-|build-)?dependencies$/.test(table);

/**
 * `toml` with `crate` required in exactly `version`; null where it is no dependency. Cargo.toml gives it as `name = "1"`, as
 * `name = { version = "1", … }` on one line, or as a table `[dependencies.name]`.
 */
export function withCrate(toml: string, crate: string, version: string): string | null {
  let table = '';
  let found = false;
  const lines = toml.split('\n').map((line) => {
    table = tableIn(line) ?? table;
    const [, key = '', space = '', value = ''] = /^\s*"?([\w-]+)"?(\s*=\s*)(.+)$/.exec(line) ?? [];
    const set = (text: string): string => {
      const changed = text.replace(/^"[^"]*"/, `"=${version}"`);
      found ||= changed !== text || text.startsWith(`"=${version}"`);
      return changed;
    };
    if (isDependencies(table) && key === crate) {
      const [, before = '', rest = value] = /^(\{.*?\bversion\s*=\s*)(.*)$/.exec(value) ?? [];
      return `${key}${space}${before}${set(rest)}`;
    }
    const [owner, name] = [table.slice(0, table.lastIndexOf('.')), table.slice(table.lastIndexOf('.') + 1)];
    if (isDependencies(owner) && name.replaceAll('"', '') === crate && key === 'version')
      return `${key}${space}${set(value)}`;
    return line;
  });
  return found ? lines.join('\n') : null;
}

export const CARGO: PackageManager = {
  key: 'cargo',
  label: 'Cargo',
  at: (name, version) => `${name}@${version}`,
  files: ['Cargo.toml', 'Cargo.lock'],
  async lock(copy, packages) {
    const path = join(copy.dir, 'Cargo.toml');
    let toml = readFileSync(path, 'utf8');
    for (const [name, version] of Object.entries(packages)) {
      const changed = withCrate(toml, name, version);
      if (changed === null) throw notThere(copy, name, 'Cargo.toml');
      toml = changed;
    }
    writeFileSync(path, toml);
    // The crates of the lock file stay where Cargo.toml allows them.
    await resolveBy('Cargo', copy, ['cargo', 'update', '--workspace', '--quiet'], NO_SUCH);
  },
};
