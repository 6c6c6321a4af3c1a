/** Which files below a results folder may be run records. */
import { type Dirent, readdirSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { storageError } from './errors.ts';

/** A file under the results folder that is no record, and why. */
export interface Problem {
  /** Path below the results folder, with `/`. */
  file: string;
  message: string;
}

/** This folder of the results folder holds published figures, no runs. */
const REFERENCE = 'reference';

/** The runs that come with Outcry lie in this folder of the results folder. */
export const EXAMPLE = 'example';

/** `<session>/<id>.json` and `example/<session>/<id>.json`: nothing of ours lies deeper. */
const DEPTH = 3;

/** Why a link is not used. */
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
    else if (entry.isFile() && file.endsWith('.json')) found.files.push(file);
    else if (entry.isDirectory() && depth > 1 && file !== REFERENCE) walk(root, file, depth - 1, found);
  }
}

/** What there is below the results folder, by name. @throws StorageError when `root` itself cannot be read */
export function filesBelow(root: string): Found {
  const found: Found = { files: [], problems: [] };
  walk(root, '', DEPTH, found);
  found.files.sort();
  return found;
}

/** Folders in which records may lie, other than hidden ones. @throws StorageError when `root` itself cannot be read */
export async function foldersIn(root: string, below: string): Promise<string[]> {
  const folder = join(root, below);
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException): Dirent[] => {
    if (below === '' && error.code !== 'ENOENT') throw storageError('cannot read', folder, error);
    return [];
  });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  return below === '' ? names.filter((name) => name !== REFERENCE && name !== EXAMPLE) : names;
}
