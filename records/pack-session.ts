/** Puts the files of a finished session into one compressed file, and removes them once that is on the disk. */
import { type Dirent, existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, OutcryError } from '../system/errors.ts';
import { underLock } from '../system/lock.ts';
import { writerOf } from '../system/publish.ts';
import { readOr } from '../system/read-or.ts';
import { DISCARDED } from './discarded.ts';
import { PACKED, pack, readPacked, recordsIn, unpack } from './packed-session.ts';
import { storageError } from './record-errors.ts';
import { isSessionName, sessionFolders } from './record-folders.ts';
import { LOG } from './run-log.ts';
import { noSuchSession } from './unknown-session.ts';
import { replace } from './write-once.ts';

/** The file in a session's folder that says whether the session is finished. */
const SESSION_FILE = '.session.json';

export interface Packed {
  path: string;
  /** The number of files that were put into it now. */
  files: number;
  /** Size of these files, and of the packed one with all that it holds. */
  bytes: number;
  packedBytes: number;
}

const refuse = (problem: string): OutcryError => new OutcryError(problem, EXIT.usage);

/**
 * Packs `session` of the folder `results`. Runs that were added to a packed session, as by resuming it, are packed with the others. A kill
 * at any moment loses nothing: files are removed after the packed one holds them, and packing again goes on.
 * @throws OutcryError (wrong use) when there is no such session, it is unfinished, or a file cannot be packed; StorageError
 */
export async function packSession(results: string, session: string): Promise<Packed> {
  const folder = join(results, session);
  if (!isSessionName(session) || !existsSync(folder)) {
    const ids = readOr(() => sessionFolders(results), []).reverse();
    throw refuse(`${noSuchSession(session, ids, results)}; --results DIR names another folder`);
  }
  try {
    return await underLock(results, `${session}.pack`, () => packFolder(folder, session));
  } catch (error) {
    if (error instanceof OutcryError) throw error;
    throw storageError('cannot pack', folder, error);
  }
}

async function packFolder(folder: string, session: string): Promise<Packed> {
  const path = join(folder, PACKED);
  const before = existsSync(path) ? readPacked(path) : new Map<string, string>();
  const own = new Map(namesToPack(folder, session, before.size > 0).map((name) => [name, textOf(folder, name)]));
  demandFinished(own.get(SESSION_FILE), session);
  for (const [name, text] of own) {
    // A packed session that was resumed has a newer file that says so.
    if (name !== SESSION_FILE && (before.get(name) ?? text) !== text)
      throw refuse(`${join(folder, name)} differs from what ${path} holds under its name; move one away`);
  }
  const all = new Map([...before, ...own]);
  const packed = pack(all);
  await replace(path, packed, (written) => demandSame(unpack(written), all));
  for (const [name, text] of own) {
    // A file that was changed meanwhile stays.
    if (readFileSync(join(folder, name), 'utf8') === text) rmSync(join(folder, name));
  }
  readOr(() => rmdirSync(join(folder, DISCARDED)), null); // not there, or a process has just written a file there
  const bytes = [...own.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { path, files: own.size, bytes, packedBytes: packed.length };
}

/**
 * The run records of a session as a packed session, which is not written. Other files of its folder, such as notes, are not in it: it is for
 * other people.
 * @throws RecordError when a file cannot be packed
 */
export function packedRecords(results: string, session: string): Buffer {
  const folder = join(results, session);
  const path = join(folder, PACKED);
  const before = existsSync(path) ? recordsIn(readPacked(path)) : [];
  const names = filesIn(folder, '').filter((name) => /^[^.].*\.json$/.test(name));
  return pack(new Map([...before, ...names.map((name): [string, string] => [name, textOf(folder, name)])]));
}

/** @throws OutcryError where there is nothing to pack, or what cannot be packed */
function namesToPack(folder: string, session: string, isPacked: boolean): string[] {
  const names = [...filesIn(folder, ''), ...filesIn(folder, DISCARDED)].filter(
    (name) => name !== PACKED && !name.endsWith(LOG),
  );
  if (isPacked && names.length === 0) throw refuse(`session "${session}" is packed already`);
  if (isPacked || names.some((name) => name.endsWith('.json') && !name.startsWith('.'))) return names;
  throw refuse(`there are no records of a session "${session}" in ${dirname(folder)}`);
}

function listed(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function filesIn(folder: string, below: string): string[] {
  return listed(join(folder, below)).flatMap((entry) => {
    const name = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isFile()) return writerOf(entry.name) === null ? [name] : [];
    if (name === DISCARDED && entry.isDirectory()) return [];
    throw refuse(`${join(folder, name)} is no file, and only files can be packed; move it away`);
  });
}

/** @throws OutcryError where the text would not give the same bytes again */
function textOf(folder: string, name: string): string {
  const bytes = readFileSync(join(folder, name));
  const text = bytes.toString('utf8');
  if (!Buffer.from(text).equals(bytes))
    throw refuse(`${join(folder, name)} is no text, and only texts can be packed; move it away`);
  return text;
}

/** A file that cannot be read tells of no end. */
const isFinished = (sessionFile: string): boolean =>
  readOr(() => (JSON.parse(sessionFile) as { finished?: unknown } | null)?.finished === true, false);

function demandFinished(sessionFile: string | undefined, session: string): void {
  if (sessionFile === undefined || isFinished(sessionFile)) return;
  throw refuse(`session "${session}" is not finished; finish it first with ./outcry run --resume ${session}`);
}

function demandSame(read: ReadonlyMap<string, string>, meant: ReadonlyMap<string, string>): void {
  const other = [...meant].find(([name, text]) => read.get(name) !== text);
  if (other || read.size !== meant.size)
    throw new Error(`${other?.[0] ?? 'the list of files'} does not read back as it was`);
}
