/**
 * The auction house in a SQLite file, which several processes may share.
 *
 * Node's SQLite is synchronous: while a statement runs, the process does nothing else. A read of a few rows takes some
 * 20 µs; what costs is a change's commit, which waits until the disk has it (`synchronous = FULL`, so that neither kill -9 nor
 * a power cut takes an accepted bid): about 1 ms on an SSD, 10 ms on a disk that turns. A transaction is therefore kept to
 * a handful of statements, and a lock that another process holds is waited for outside (see `database.ts`).
 */
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Dialect, SqliteDatabase } from 'kysely';
import { missingMigrations, readMigrations } from './migrations.ts';
import { loadKysely, loadSqlite } from './packages.ts';

/** The time limit for SQLite itself to wait for another process's lock, ms: the event loop stands still meanwhile. */
const BUSY_TIMEOUT_MS = 5;

/** Result codes of SQLite (https://sqlite.org/rescode.html): the lower eight bits of one say what kind it is of. */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CONSTRAINT_UNIQUE = 2067;

const resultCode = (error: unknown): number => Number((error as { errcode?: unknown }).errcode ?? 0);

/** True if another process has the lock: trying again helps. */
export function isSqliteBusy(error: unknown): boolean {
  return [SQLITE_BUSY, SQLITE_LOCKED].includes(resultCode(error) & 0xff);
}

/** A unique index has the value already. */
export function isSqliteDuplicate(error: unknown): boolean {
  return resultCode(error) === SQLITE_CONSTRAINT_UNIQUE;
}

/** Opens the file, creating it where there is none, and brings its schema up to date. @throws when it is locked */
export function openSqlite(path: string, label: string): DatabaseSyncInstance {
  if (path !== ':memory:') {
    mkdirSync(dirname(path), { recursive: true });
    create(path);
  }
  const file = new (loadSqlite().DatabaseSync)(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    file.exec('PRAGMA journal_mode = WAL');
    file.exec('PRAGMA synchronous = FULL');
    file.exec('PRAGMA foreign_keys = ON');
    migrate(file, label);
    return file;
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Never opens an existing file: closing it would release this process's locks on it (https://sqlite.org/howtocorrupt.html). */
function create(path: string): void {
  try {
    // The file holds password hashes: only its owner may read it.
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function migrate(file: DatabaseSyncInstance, label: string): void {
  const migrations = readMigrations('sqlite');
  const lacking = () => missingMigrations(migrations, versionOf(file), label);
  if (lacking().length === 0) return;
  file.exec('BEGIN IMMEDIATE');
  try {
    // Looked at again: another process may have been faster.
    for (const { sql } of lacking()) file.exec(sql);
    file.exec('COMMIT');
  } catch (error) {
    file.exec('ROLLBACK');
    throw error;
  }
}

function versionOf(file: DatabaseSyncInstance): number {
  const table = file.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version'").get();
  if (table === undefined) return 0;
  return (file.prepare('SELECT MAX(version) AS version FROM schema_version').get() as { version: number }).version ?? 0;
}

/** A SQLite file with the interface that Kysely wants, on that of Node. */
function forKysely(file: DatabaseSyncInstance): SqliteDatabase {
  type Values = Parameters<ReturnType<DatabaseSyncInstance['prepare']>['all']>;
  return {
    prepare(sql) {
      const statement = file.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as Values)),
        run: (values) => statement.run(...(values as Values)),
        iterate: (values) => statement.iterate(...(values as Values)),
      };
    },
    close: () => file.close(),
  };
}

/** The library's own dialect, but a transaction takes the write lock when it begins: what it has read cannot change under it. */
export function sqliteDialect(file: DatabaseSyncInstance): Dialect {
  const { SqliteAdapter, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler, CompiledQuery } = loadKysely();
  class ImmediateDriver extends SqliteDriver {
    override async beginTransaction(connection: Parameters<typeof this.commitTransaction>[0]): Promise<void> {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    }
  }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateDriver({ database: forKysely(file) }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}
