/** Finds runs by what a user names: a session's id, or the path of a file or a folder with records. */
import { type Dirent, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { RunRecord } from '../../protocol/run-record.ts';
import { isPacked } from '../../records/packed-session.ts';
import { problemsOf } from '../../records/problems.ts';
import { RunStore } from '../../records/store.ts';
import { noSuchSession } from '../../records/unknown-session.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { importFiles } from '../../web-api/import/index.ts';
import { readFiles, refusals } from '../commands/import.ts';
import type { Say } from '../output/print.ts';
import { sayProblems, sessionsAsked } from './runs-selected.ts';

/** A folder's entries. @throws as `readdirSync` */
type ListFolder = (folder: string) => Dirent[];
const listFolder: ListFolder = (folder) => readdirSync(folder, { withFileTypes: true });

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // a broken link with a record's name is reported when it is read
  }
}

/**
 * The JSON files and packed sessions in a folder and those in it; what begins with a dot is somebody's own business.
 * @param unreadable gets a sentence for each folder that cannot be looked into
 */
function filesIn(folder: string, unreadable: string[], listed: ListFolder): string[] {
  const files: string[] = [];
  // Real paths: a link to a parent folder would never end.
  const seen = new Set<string>();
  const visit = (inside: string): void => {
    try {
      const real = realpathSync(inside);
      if (seen.has(real)) return;
      seen.add(real);
      for (const entry of listed(inside)) {
        if (entry.name.startsWith('.')) continue;
        const path = join(inside, entry.name);
        if (isFolder(entry, path)) visit(path);
        else if (entry.name.endsWith('.json') || isPacked(entry.name)) files.push(path);
      }
    } catch (error) {
      unreadable.push(`cannot read ${inside}: ${(error as Error).message}`);
    }
  };
  visit(folder);
  return files.sort();
}

/**
 * The records in a file, or in a folder and those in it.
 * @param say receives what is odd about files, and which folders cannot be read
 * @param listed lists a folder; tests replace it
 * @throws OutcryError (wrong use) when there is no record
 */
export function recordsAt(path: string, say: Say, listed = listFolder): RunRecord[] {
  const closed: string[] = [];
  const paths = statSync(path).isDirectory() ? filesIn(path, closed, listed) : [path];
  const none = (): OutcryError => new OutcryError([`${path} has no record`, ...closed].join('; '), EXIT.usage);
  if (paths.length === 0) throw none();
  const { files, unreadable } = readFiles(paths);
  const imported = importFiles(files, null);
  const { runs, notes } = imported;
  for (const note of [...closed, ...unreadable, ...refusals(imported), ...notes]) say(`note: ${note}`);
  if (runs.length === 0) throw none();
  return runs;
}

/**
 * @param results the folder with the sessions
 * @param say receives what is odd about files
 * @returns null when neither a session nor a path has that name
 * @throws OutcryError (wrong use) for a path without records, or a session of which none can be read
 */
export async function runsNamed(name: string, results: string, say: Say): Promise<RunRecord[] | null> {
  const store = new RunStore(results);
  const session = await store.records({ session: [name] });
  const unreadable = problemsOf(await store.problems(), [name]);
  if (session.length > 0) {
    sayProblems(unreadable, [name], say);
    return session;
  }
  if (unreadable.length > 0) sessionsAsked([name], [], unreadable, store.folder);
  const path = resolve(name);
  return existsSync(path) ? recordsAt(path, say) : null;
}

/** @throws OutcryError (wrong use) that lists what may be named, and the newest sessions */
export async function demandRuns(name: string, results: string, say: Say): Promise<RunRecord[]> {
  const runs = await runsNamed(name, results, say);
  if (runs !== null) return runs;
  throw await noSuchRuns(name, results);
}

export async function noSuchRuns(name: string, results: string, more = ''): Promise<OutcryError> {
  const ids = (await new RunStore(results).sessions()).map(({ id }) => id);
  const none = noSuchSession(basename(name), ids, resolve(results));
  return new OutcryError(`"${basename(name)}" is no file or folder with records${more}, and ${none}`, EXIT.usage);
}
