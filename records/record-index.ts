/**
 * The index of record files, kept between processes as a file of JSON lines in the user's cache. The record files stay authoritative. Each
 * entry names the state of its file, and is used only while the file still has it. An index may be removed at any time.
 *
 * Processes append lines, each append in one write; the last line of a file counts. A line that is cut or mixed up is skipped, and its file
 * is read again.
 */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runRecordSchema } from '../protocol/run-record-schema.ts';
import { cacheFolder } from '../setup/tools/locate.ts';
import { writeWhole } from '../system/write-whole.ts';
import type { RunHead } from './run-summary.ts';

/** A record in a file, or what is in the place of one. */
export interface IndexedRecord {
  /** Path below the results folder, with `/`. */
  file: string;
  /** Null when it is no record. */
  head: RunHead | null;
  /** The reason why it is no record; null when it is one. */
  problem: string | null;
}

/** A file as it was when it had this stamp. */
export interface IndexedFile {
  /** Path below the results folder, with `/`. */
  file: string;
  stamp: string;
  records: IndexedRecord[];
}

/** Raise it when an index holds something else, or when what is taken for a good record changes other than by its schema. */
const VERSION = 4;

const UNUSED_MS = 90 * 24 * 3_600_000;

/** In the user's cache, not beside the results: these may be read-only, or shared with other machines. */
export const indexFolder = (): string => join(cacheFolder(), 'record-index');

/** The file below `folder`, by the real path of the results and by what this Outcry takes for a record: another one has its own. */
export function indexFile(folder: string, results: string): string {
  const what = [VERSION, realpathSync(results), runRecordSchema];
  return join(folder, `${createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32)}.jsonl`);
}

/** Makes `folder`, and removes indexes from it that no process has opened for a quarter of a year. */
function tidyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const { mtimeMs } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > UNUSED_MS) rmSync(join(folder, name), { force: true });
  }
}

const lineOf = ({ file, stamp, records }: IndexedFile): string =>
  JSON.stringify({ file, stamp, records: records.map(({ file, head, problem }) => ({ file, head, problem })) });

/** A file's entry, or a file that is gone, which has no records; null for a line that is neither. */
function readLine(line: string): (Pick<IndexedFile, 'file'> & Partial<IndexedFile>) | null {
  try {
    const entry = JSON.parse(line);
    return typeof entry.file === 'string' ? entry : null;
  } catch {
    return null;
  }
}

/** All that the index at `path` knows; empty where there is none. @throws the file system's error */
export function readIndex(path: string): IndexedFile[] {
  const text = readText(path);
  const lines = text.split('\n').filter((line) => line !== '');
  const files = new Map<string, IndexedFile>();
  for (const line of lines) {
    const entry = readLine(line);
    if (entry?.stamp !== undefined && Array.isArray(entry.records)) files.set(entry.file, entry as IndexedFile);
    else if (entry !== null) files.delete(entry.file);
  }
  const known = [...files.values()];
  // Lines that another process appends meanwhile are lost with the old file, and their records are read again.
  if (lines.length > 2 * known.length) writeWhole(path, known.map((file) => `${lineOf(file)}\n`).join(''));
  else if (text !== '') utimesSync(path, new Date(), new Date());
  return known;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    tidyFolder(dirname(path));
    return '';
  }
}

/** Adds `files` to the index at `path`, in the place of what it knew of them, and forgets those that are `gone`. @throws as {@link readIndex} */
export function addToIndex(path: string, files: readonly IndexedFile[], gone: readonly string[]): void {
  const lines = [...files.map(lineOf), ...gone.map((file) => JSON.stringify({ file }))];
  // The line break before them ends a line that a killed process left.
  appendFileSync(path, `\n${lines.join('\n')}\n`);
}
