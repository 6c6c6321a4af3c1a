/** The numbered SQL files of `kits/schema`: which of them a database still lacks. */
import { readdirSync, readFileSync } from 'node:fs';
import { SCHEMA_FOLDER } from './packages.ts';

export interface Migration {
  version: number;
  sql: string;
}

/** All migrations of `kind`, in order. */
export function readMigrations(kind: 'sqlite' | 'mysql'): Migration[] {
  const folder = new URL(`${kind}/`, SCHEMA_FOLDER);
  return readdirSync(folder)
    .filter((file) => /^\d+\.sql$/.test(file))
    .map((file) => ({ version: Number.parseInt(file, 10), sql: readFileSync(new URL(file, folder), 'utf8') }))
    .sort((a, b) => a.version - b.version);
}

/**
 * The migrations that a database of version `current` (0 for an empty one) still lacks.
 * @throws Error when the database is newer than this program
 */
export function missingMigrations(migrations: Migration[], current: number, label: string): Migration[] {
  const newest = migrations.at(-1)?.version ?? 0;
  if (current > newest) {
    throw new Error(
      `${label} has schema ${current}, and this app knows schemas up to ${newest}: update the app, or give it another database`,
    );
  }
  return migrations.filter(({ version }) => version > current);
}

/** The statements of a file: each ends with `;` at the end of a line, and comments have lines of their own. */
export function statementsOf(sql: string): string[] {
  return sql
    .replace(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
