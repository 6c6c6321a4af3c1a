/** The places of run records below a results folder, and the files there that may hold some. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../protocol/run-record.ts';
import { readOr } from '../system/read-or.ts';
import { isPacked } from './packed-session.ts';
import { EXAMPLE, type Problem } from './problems.ts';
import { storageError } from './record-errors.ts';

/** This folder of the results folder holds published figures, no runs. */
export const REFERENCE = 'reference';

/** `<session>/<id>.json` and `example/<session>/<id>.json`: nothing of ours lies deeper. */
const DEPTH = 3;

/** Returns the path of a record, below the results folder. */
export function fileOf(record: RunRecord, example = false): string {
  return `${example ? `${EXAMPLE}/` : ''}${record.session.id}/${record.id}.json`;
}

/** The reason why a link is not used. */
export const LINK =
  'is a symbolic link, and links among the results are not followed; put the records themselves there, or name their folder with --results DIR';

export interface Found {
  files: string[];
  /** Folders that cannot be read, and links. */
  problems: Problem[];
}

function walk(root: string, below: string, depth: number, found: Found): void {
  const folder = join(root, below);
  let entries: Dirent[];
  try {
    // A promise for each of a hundred folders would take several times as long.
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    const failure = storageError('cannot read', folder, error);
    if (below === '') throw failure;
    found.problems.push({ file: below, message: failure.message });
    return;
  }
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const file = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isSymbolicLink() && file !== REFERENCE) found.problems.push({ file, message: LINK });
    else if (entry.isFile() && (file.endsWith('.json') || isPacked(file))) found.files.push(file);
    else if (entry.isDirectory() && depth > 1 && file !== REFERENCE) walk(root, file, depth - 1, found);
  }
}

/** Lists the entries below the results folder, by name. @throws StorageError when `root` itself cannot be read */
export function filesBelow(root: string): Found {
  const found: Found = { files: [], problems: [] };
  walk(root, '', DEPTH, found);
  found.files.sort();
  return found;
}

/** The folders of sessions, the user's own before the examples. @throws StorageError when `root` itself cannot be read */
export function sessionFolders(root: string): string[] {
  const own = foldersIn(root, '').filter((name) => name !== REFERENCE && name !== EXAMPLE);
  return [...own, ...foldersIn(root, EXAMPLE).map((name) => `${EXAMPLE}/${name}`)];
}

function foldersIn(root: string, below: string): string[] {
  const folder = join(root, below);
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith('.') ? [entry.name] : [])).sort();
  } catch (error) {
    if (below === '' && (error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw storageError('cannot read', folder, error);
    return [];
  }
}

/** Lists the entries of a session's folder; empty if it cannot be read. */
export const namesIn = (root: string, folder: string): string[] =>
  readOr(() => readdirSync(join(root, folder)).sort(), []);

/** Tells whether `name` can be that of a session's folder: it leads nowhere else. */
export const isSessionName = (name: string): boolean => /^[^/\\.][^/\\]*$/.test(name);
