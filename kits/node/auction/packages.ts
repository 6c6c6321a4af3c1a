/**
 * The auction house's packages, loaded when they are first needed: a load test before anybody visits the house pays for none.
 * They are installed in `kits/node`, where a bundle in `apps/<id>/dist` would not look by itself; seen from there and
 * from this file it is the same relative path.
 */
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../../kits/node/package.json', import.meta.url));

export const loadKysely = () => require('kysely') as typeof import('kysely');
export const loadRateLimiter = () => require('rate-limiter-flexible') as typeof import('rate-limiter-flexible');
export const loadMysql = () => require('mysql2') as typeof import('mysql2');

/** Node's own SQLite. Node 20 has none: there it is a package with the same interface, made from Node's source. */
export const loadSqlite = () =>
  (process.getBuiltinModule('node:sqlite') ??
    require('@photostructure/sqlite')) as typeof import('@photostructure/sqlite');

/** The folder of the database's schema, `kits/schema`. */
export const SCHEMA_FOLDER = new URL('../../../kits/schema/', import.meta.url);
