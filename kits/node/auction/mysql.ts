/** The auction house in MySQL or MariaDB, which several processes may share. */
import type { Dialect } from 'kysely';
import type { Connection, Pool } from 'mysql2';
import type { DatabaseTarget } from './database-url.ts';
import { missingMigrations, readMigrations, statementsOf } from './migrations.ts';
import { loadKysely, loadMysql } from './packages.ts';

type MysqlTarget = Extract<DatabaseTarget, { kind: 'mysql' }>;

/** Changes are made one at a time (`database.ts`); the rest is for reads and log-ins. */
const CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 10_000;
/** The lock's name in every app: only one process at a time may apply migrations. */
const MIGRATION_LOCK = 'outcry_schema';
const MIGRATION_LOCK_SECONDS = 60;

/**
 * Settings of each connection. The driver writes values into the statements itself and escapes with backslashes, so the server must not
 * be told to take backslashes literally; strict, so that nothing is cut to fit.
 */
const SESSION = [
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  'SET SESSION innodb_lock_wait_timeout = 10',
];

const TRANSIENT = new Set(['ER_LOCK_DEADLOCK', 'PROTOCOL_CONNECTION_LOST', 'ECONNRESET', 'EPIPE']);

/** A deadlock, or a pooled connection that the server has closed meanwhile: trying again helps. */
export function isMysqlTransient(error: unknown): boolean {
  return TRANSIENT.has(String((error as { code?: unknown }).code));
}

/** Connects and brings the schema up to date. @throws when the server cannot be reached or refuses */
export async function openMysql(target: MysqlTarget): Promise<Pool> {
  const options = {
    host: target.host,
    port: target.port,
    user: target.user,
    password: target.password,
    database: target.database,
    charset: 'utf8mb4',
    connectTimeout: CONNECT_TIMEOUT_MS,
  };
  const mysql = loadMysql();
  const connection = mysql.createConnection(options);
  try {
    await migrate(connection, target.label);
  } finally {
    connection.destroy();
  }
  return mysql.createPool({ ...options, connectionLimit: CONNECTIONS });
}

export function mysqlDialect(pool: Pool): Dialect {
  const { MysqlDialect, CompiledQuery } = loadKysely();
  return new MysqlDialect({
    pool,
    onCreateConnection: async (connection) => {
      for (const statement of SESSION) await connection.executeQuery(CompiledQuery.raw(statement));
    },
  });
}

async function migrate(connection: Connection, label: string): Promise<void> {
  const run = (sql: string, values: unknown[] = []) =>
    new Promise<Record<string, unknown>[]>((resolve, reject) => {
      connection.query(sql, values, (error, rows) => (error ? reject(error) : resolve(rows as never)));
    });
  // Without a listener, an error of the connection itself would end the process.
  connection.on('error', () => {});
  for (const statement of SESSION) await run(statement);
  const [lock] = await run('SELECT GET_LOCK(?, ?) AS got', [MIGRATION_LOCK, MIGRATION_LOCK_SECONDS]);
  if (lock?.got !== 1) throw new Error(`${label}: another process has been changing the schema for a minute`);
  // The lock ends with the connection.
  const tables = await run("SHOW TABLES LIKE 'schema_version'");
  const current =
    tables.length === 0
      ? 0
      : Number((await run('SELECT MAX(version) AS version FROM schema_version'))[0]?.version ?? 0);
  for (const { sql } of missingMigrations(readMigrations('mysql'), current, label)) {
    for (const statement of statementsOf(sql)) await run(statement);
  }
}
