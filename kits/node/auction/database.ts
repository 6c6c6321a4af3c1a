/** The auction house's database: opened once, read by anyone, changed by one at a time. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { DatabaseTarget } from './database-url.ts';
import { isMysqlTransient, mysqlDialect, openMysql } from './mysql.ts';
import { loadKysely } from './packages.ts';
import { Refusal } from './refusal.ts';
import { isSqliteBusy, openSqlite, sqliteDialect } from './sqlite.ts';
import type { Tables } from './tables.ts';

/** The time limit for a lock of another process, ms. */
const PATIENCE_MS = 10_000;
/** Longest pause between two attempts, ms. */
const PAUSE_MS = 20;
/** More changes than this are not kept waiting. */
const QUEUE_LIMIT = 2_000;

export interface Change<T> {
  /** Throws what can be refused without the lock; looked at when it is this change's turn. Must be harmless to repeat. */
  check?(): Promise<void>;
  /**
   * Gets a transaction that no other change runs beside, in this process or another, and the revision this change will
   * have. It is kept when `make` resolves, and undone when it throws.
   */
  make(transaction: Transaction<Tables>, revision: number): Promise<T>;
  /** Called at once when the change is durable, in the order of the revisions. */
  kept(result: T): void;
}

export interface Database {
  readonly kysely: Kysely<Tables>;
  /** Makes one change of the house, after those that came before it. @throws Refusal when too many are waiting */
  change<T>(change: Change<T>): Promise<T>;
  /** Does `work`, again when another process was in the way. `work` must be harmless to repeat. */
  retried<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Opens the database that `target` names and brings its schema up to date. */
export async function openDatabase(target: DatabaseTarget): Promise<Database> {
  if (target.kind === 'sqlite') {
    const file = await untilFree(isSqliteBusy, async () => openSqlite(target.path, target.label));
    return databaseOn(new (loadKysely().Kysely)<Tables>({ dialect: sqliteDialect(file) }), isSqliteBusy);
  }
  const pool = await openMysql(target);
  return databaseOn(new (loadKysely().Kysely)<Tables>({ dialect: mysqlDialect(pool) }), isMysqlTransient);
}

function databaseOn(kysely: Kysely<Tables>, isTransient: (error: unknown) => boolean): Database {
  // One at a time within the process too: the lock in the database would make them so anyway, and this way a burst of
  // bids holds one connection, and events leave in the order of their revisions.
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const retried = <T>(work: () => Promise<T>) => untilFree(isTransient, work);

  async function attempt<T>({ make }: Change<T>): Promise<T> {
    let begun = false;
    // Once the lock is held, an error may have come after the commit: that change must not be made twice.
    return untilFree(
      (error) => !begun && isTransient(error),
      () =>
        kysely.transaction().execute(async (transaction) => {
          // The first statement, on purpose: it takes the lock that makes changes follow each other on every database.
          await transaction
            .updateTable('house')
            .set((row) => ({ revision: row('revision', '+', 1) }))
            .where('id', '=', 1)
            .execute();
          begun = true;
          const { revision } = await transaction.selectFrom('house').select('revision').executeTakeFirstOrThrow();
          return make(transaction, revision);
        }),
    );
  }

  return {
    kysely,
    retried,
    change(change) {
      if (waiting >= QUEUE_LIMIT) {
        return Promise.reject(new Refusal('too-many', 'The house is very busy. Try again in a few seconds.'));
      }
      waiting++;
      const mine = last.then(async () => {
        if (change.check) await retried(change.check);
        const result = await attempt(change);
        change.kept(result);
        return result;
      });
      last = mine.then(
        () => waiting--,
        () => waiting--,
      );
      return mine;
    },
    async close() {
      await last;
      await kysely.destroy();
    },
  };
}

async function untilFree<T>(isTransient: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
      // Processes that wait for the same lock should not all come back at the same moment.
      await wait(1 + Math.random() * PAUSE_MS);
    }
  }
}
