/**
 * SQLite, where there is one: Node's own; on Node 20, which has none, the package that the Node apps' database is kept with, once the
 * apps are installed. It is in `kits/node`; seen from this file and from the web API's bundle that is the same relative path.
 */
import { createRequire } from 'node:module';

/** What is used of `node:sqlite`; the package has the same interface. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

type Value = string | number | null;

export interface Statement {
  all(...values: Value[]): unknown[];
  run(...values: Value[]): unknown;
}

interface Sqlite {
  DatabaseSync: new (path: string) => Database;
}

/** @returns null where there is none, or none that runs on this platform */
export function loadSqlite(): Sqlite | null {
  try {
    const builtIn = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
    if (builtIn) return builtIn;
    return createRequire(new URL('../../kits/node/package.json', import.meta.url))('@photostructure/sqlite');
  } catch {
    return null;
  }
}
