/** POSIX locks on a SQLite file belong to the process: closing the file anywhere in it releases them all. */
import { readFileSync, statSync } from 'node:fs';
import { openDatabase } from './database.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { trialSqlite } from './testing/trial-houses.ts';

const sqlite = trialSqlite();
afterAll(() => sqlite.stop());

/** The number of locks this process has on the file at `path`, as the kernel says. */
function locksOn(path: string): number {
  const { ino } = statSync(path);
  const lines = readFileSync('/proc/locks', 'utf8').split('\n');
  return lines.filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `)).length;
}

test('a second open keeps the lock, without which another process would remove the write-ahead log', async () => {
  const url = await sqlite.newUrl();
  const path = url.slice('sqlite:'.length);
  const open = () => openDatabase(parseDatabaseUrl(url));
  const first = await open();
  await first.kysely.selectFrom('house').select('revision').execute();
  const before = locksOn(path);
  const second = await open();
  const after = locksOn(path);
  await second.close();
  await first.close();
  expect({ before, after }).toEqual({ before: 1, after: 1 });
});
