/**
 * What is known of record files, kept between processes. The files stay the truth: each entry says of which state of its file it is,
 * and is used only while the file still has it. An index may be removed at any time; it is made again from the files.
 */
import { existsSync, utimesSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunHead } from '../run-summary.ts';
import { removeIndex, tidyFolder } from './index-folder.ts';
import { type Database, loadSqlite, type Statement } from './sqlite.ts';

/** A record in a file, or what is in the place of one. */
export interface IndexedRecord {
  /** Path below the results folder, with `/`. */
  file: string;
  /** Null when it is no record. */
  head: RunHead | null;
  /** Why it is no record; null when it is one. */
  problem: string | null;
}

/** A file as it was when it had this stamp. */
export interface IndexedFile {
  /** Path below the results folder, with `/`. */
  file: string;
  stamp: string;
  records: IndexedRecord[];
}

/** How long another process's write is waited for, ms: the event loop stands still meanwhile. */
const BUSY_MS = 250;

const TABLE =
  'CREATE TABLE IF NOT EXISTS files (file TEXT PRIMARY KEY, stamp TEXT NOT NULL, records TEXT NOT NULL) WITHOUT ROWID';

const STATEMENTS = {
  all: 'SELECT file, stamp, records FROM files',
  put: 'INSERT OR REPLACE INTO files VALUES (?, ?, ?)',
  drop: 'DELETE FROM files WHERE file = ?',
} as const;

/**
 * A SQLite file that several processes may have open, with SQLite's own locks; without a WAL, which lives on beside a file that is removed
 * while it is open. Any method may throw: then the files are read instead.
 */
export class RecordIndex {
  readonly #path: string;
  readonly #database: Database;
  readonly #statements: Record<keyof typeof STATEMENTS, Statement>;

  private constructor(path: string, database: Database) {
    this.#path = path;
    this.#database = database;
    const prepared = Object.entries(STATEMENTS).map(([name, sql]) => [name, database.prepare(sql)]);
    this.#statements = Object.fromEntries(prepared);
  }

  /**
   * Opens the index, and makes it anew where it is broken.
   * @returns it with all that it knows; null when there is no SQLite or no place for the file
   */
  static open(path: string): { index: RecordIndex; files: IndexedFile[] } | null {
    const sqlite = loadSqlite();
    if (sqlite === null) return null;
    const attempt = () => {
      if (!existsSync(path)) tidyFolder(dirname(path));
      const database = new sqlite.DatabaseSync(path);
      try {
        database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA synchronous = NORMAL`);
        database.exec(TABLE);
        const index = new RecordIndex(path, database);
        const files = index.#all();
        utimesSync(path, new Date(), new Date());
        return { index, files };
      } catch (error) {
        database.close();
        throw error;
      }
    };
    try {
      return attempt();
    } catch (error) {
      try {
        if (isBusy(error)) return null;
        removeIndex(path);
        return attempt();
      } catch {
        return null;
      }
    }
  }

  #all(): IndexedFile[] {
    const rows = this.#statements.all.all() as { file: string; stamp: string; records: string }[];
    return rows.map(({ file, stamp, records: text }) => {
      const records: IndexedRecord[] | null = JSON.parse(text);
      // SQLite reads what a cut file lacks as nothing.
      if (!Array.isArray(records)) throw new Error(`the index has no records of ${file}`);
      return { file, stamp, records };
    });
  }

  /** Takes `files` in, in the place of what was known of them, and forgets those that are `gone`. */
  write(files: readonly IndexedFile[], gone: readonly string[]): void {
    const database = this.#database;
    const { put, drop } = this.#statements;
    database.exec('BEGIN IMMEDIATE');
    try {
      for (const { file, stamp, records } of files) {
        put.run(file, stamp, JSON.stringify(records.map(({ file, head, problem }) => ({ file, head, problem }))));
      }
      for (const file of gone) drop.run(file);
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  /** Closes it and removes its file, which has turned out to be broken: the next process makes it anew. */
  discard(): void {
    try {
      this.#database.close();
      removeIndex(this.#path);
    } catch {
      // A file that stays does no harm: the next process finds it broken too.
    }
  }
}

/** Another process is writing: the result codes SQLITE_BUSY and SQLITE_LOCKED (https://sqlite.org/rescode.html), lower eight bits. */
export function isBusy(error: unknown): boolean {
  return [5, 6].includes(Number((error as { errcode?: unknown }).errcode ?? 0) & 0xff);
}
