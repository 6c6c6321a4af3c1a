/** `DATABASE_URL`: which database the auction house is in. Reading it opens nothing. */

/** The database that `DATABASE_URL` names. `label` names it to people, without the password. */
export type DatabaseTarget =
  | { kind: 'sqlite'; path: string; label: string }
  | { kind: 'mysql'; host: string; port: number; user: string; password: string; database: string; label: string };

/** A file in the app's own folder, where its server is started. */
export const DEFAULT_DATABASE_URL = 'sqlite:data/auction.sqlite';

const MYSQL_PORT = 3306;
const FORMS = 'sqlite:<path of a file> or mysql://<user>:<password>@<host>:<port>/<database>';

/**
 * Reads a database URL:
 * - `sqlite:data/auction.sqlite`: relative to the folder the server is started in, which is the app's;
 * - `sqlite:/var/lib/auction.sqlite`, `sqlite:///var/lib/auction.sqlite`: absolute; the path is taken as it stands;
 * - `sqlite::memory:`: gone when the server ends;
 * - `mysql://user:password@host:3306/auction`: MySQL or MariaDB; special characters of user and password as `%40`.
 * @throws Error with a sentence that never contains the password
 */
export function parseDatabaseUrl(text: string): DatabaseTarget {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === 'sqlite') return parseSqlite(text.slice('sqlite:'.length));
  if (scheme === 'mysql') return parseMysql(text);
  // Without a scheme there is no telling which part would be a password: nothing of the text is repeated.
  const found = scheme === undefined ? 'names no kind of database' : `asks for "${scheme}", which is not known here`;
  throw new Error(`DATABASE_URL ${found}. Write ${FORMS}.`);
}

function parseSqlite(rest: string): DatabaseTarget {
  const path = rest.startsWith('//') ? rest.slice(2) : rest;
  if (path === '' || path.includes('\0') || (rest.startsWith('//') && !path.startsWith('/'))) {
    throw new Error(
      'DATABASE_URL names no SQLite file. Write sqlite:data/auction.sqlite (relative to the app) or sqlite:/absolute/path.sqlite.',
    );
  }
  return { kind: 'sqlite', path, label: `sqlite:${path}` };
}

function parseMysql(text: string): DatabaseTarget {
  const wrong = (what: string): Error =>
    new Error(`DATABASE_URL ${what}. Write mysql://<user>:<password>@<host>:<port>/<database>.`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // The error's own message would repeat the URL with its password.
    throw wrong('is not a URL that can be read; special characters of user and password are written as %40');
  }
  if (url.search !== '' || url.hash !== '') throw wrong('has something after the name of the database');
  const part = (value: string, name: string): string => {
    try {
      return decodeURIComponent(value);
    } catch {
      throw wrong(`has a % in its ${name} that no two hexadecimal digits follow`);
    }
  };
  const database = part(url.pathname.replace(/^\//, ''), 'database');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (host === '') throw wrong('names no host');
  if (database === '' || database.includes('/')) throw wrong('names no database');
  if (url.username === '') throw wrong('names no user');
  const port = url.port === '' ? MYSQL_PORT : Number(url.port);
  return {
    kind: 'mysql',
    host,
    port,
    user: part(url.username, 'user'),
    password: part(url.password, 'password'),
    database,
    label: `mysql://${url.hostname}:${port}/${database}`,
  };
}

/** Reads DATABASE_URL of the environment, or takes the default. If the URL is wrong, the process ends with the reason. */
export function readDatabaseUrl(): DatabaseTarget {
  try {
    return parseDatabaseUrl(process.env.DATABASE_URL || DEFAULT_DATABASE_URL);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
