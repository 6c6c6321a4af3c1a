/** A MariaDB server for tests: its own folder, a free port of 127.0.0.1, gone afterwards. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { freePort } from '../../../../system/free-port.ts';
import { killTree, spawnOwned } from '../../../../system/processes.ts';
import { slowness } from '../../../../system/slowness.ts';
import { loadMysql } from '../packages.ts';

export interface MariaDbServer {
  /** A URL for `DATABASE_URL` of a new, empty database. */
  newDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** The time limit of a start, ms, on a machine that has nothing else to do. */
const START_MS = 60_000;

/** Files of the tables that a server needs before it can start: users and their rights. Without the help texts. */
const SYSTEM_TABLES = ['system_tables.sql', 'performance_tables.sql', 'system_tables_data.sql'];

/**
 * Makes the server's own tables. Its script for that, `mariadb-install-db`, needs programs of other packages than the
 * server's; what it has the server execute lies beside the server.
 */
async function makeSystemTables(mariadbd: string, options: string[]): Promise<void> {
  const { stdout } = await execa(mariadbd, ['--no-defaults', '--verbose', '--help']);
  const charsets = /^character-sets-dir\s+(\S+)$/m.exec(stdout)?.[1];
  if (charsets === undefined) throw new Error(`${mariadbd} --verbose --help does not say its character-sets-dir`);
  const share = dirname(charsets);
  const files = SYSTEM_TABLES.map((name) => {
    // They are called after either, by version.
    const file = ['mariadb', 'mysql'].map((maker) => join(share, `${maker}_${name}`)).find(existsSync);
    if (file === undefined) throw new Error(`${share} has neither mariadb_${name} nor mysql_${name}`);
    return readFileSync(file, 'utf8');
  });
  const input = ['CREATE DATABASE mysql;', 'USE mysql;', 'SET @auth_root_socket=NULL;', ...files].join('\n');
  await execa(mariadbd, [...options, '--bootstrap', '--log-warnings=0', '--max-allowed-packet=8M'], { input });
}

/** Starts the server whose program is `mariadbd`. */
export async function startMariaDb(mariadbd: string): Promise<MariaDbServer> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-mariadb-'));
  // As root it would refuse to start; it drops to nobody else's account, because the folder is ours.
  const data = join(folder, 'data');
  mkdirSync(data);
  const common = ['--no-defaults', `--datadir=${data}`];
  if (process.getuid?.() === 0) common.push('--user=root');
  const port = await freePort();
  try {
    await makeSystemTables(mariadbd, common);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const argv = [
    mariadbd,
    ...common,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 'socket')}`,
  ];
  argv.push(`--pid-file=${join(folder, 'pid')}`, '--innodb-buffer-pool-size=16M', `--tmpdir=${folder}`);
  const child = spawnOwned(argv, { label: 'MariaDB for tests', stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk).slice(-2_000);
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) await killTree(child.pid!, 10_000);
    rmSync(folder, { recursive: true, force: true });
  };
  const execute = (sql: string) => once(port, sql);
  const deadline = Date.now() + START_MS * slowness();
  for (;;) {
    try {
      await execute('SELECT 1');
      break;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await stop();
        throw new Error(`MariaDB did not start (${(error as Error).message}); its log ends: ${log}`);
      }
      await wait(100);
    }
  }
  await execute("CREATE USER 'outcry'@'%' IDENTIFIED BY 'p@ss:w/rd#'");
  await execute("GRANT ALL ON `outcry\\_%`.* TO 'outcry'@'%'");
  let databases = 0;
  return {
    async newDatabase() {
      const name = `outcry_${++databases}`;
      await execute(`CREATE DATABASE ${name}`);
      return `mysql://outcry:${encodeURIComponent('p@ss:w/rd#')}@127.0.0.1:${port}/${name}`;
    },
    stop,
  };
}

function once(port: number, sql: string): Promise<void> {
  const connection = loadMysql().createConnection({ host: '127.0.0.1', port, user: 'root' });
  return new Promise<void>((resolve, reject) => {
    connection.on('error', reject);
    connection.query(sql, (error) => (error ? reject(error) : resolve()));
  }).finally(() => connection.destroy());
}
