/** Rust crates, as Cargo lists those that are compiled into the program for this machine. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askTool } from './ask-tool.ts';
import type { PackageManager } from './packages.ts';

/** The names in what `cargo tree` prints, such as `tokio v1.48.0`; a crate that is a folder has its path behind it. */
export function crates(tree: string): string[] {
  const lines = [...tree.matchAll(/^(\S+) v\S+(?: \((?!\/)[^)]*\))*$/gm)];
  return [...new Set(lines.map(([, name]) => name!))];
}

export const CARGO: PackageManager = {
  kind: () => 'Cargo',
  async packagesOf(asked) {
    if (!existsSync(join(asked.dir, 'Cargo.toml'))) return null;
    // A procedural macro runs in the compiler.
    const tree = ['tree', '--locked', '--edges', 'normal,no-proc-macro', '--prefix', 'none', '--format', '{p}'];
    return crates(
      await askTool('Cargo', asked, [
        ['cargo', ...tree, '--offline'],
        ['cargo', ...tree],
      ]),
    );
  },
};
