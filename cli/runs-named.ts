/** Runs by the name that people give them: a session's id, or the path of a file or a folder with records. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import type { RunRecord } from '../protocol/run-record.ts';
import { upgrade } from '../protocol/upgrade.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { importFiles } from '../web-api/import/index.ts';
import { RunStore } from '../web-api/store.ts';
import { readFiles } from './import.ts';
import type { Say } from './output.ts';

/** The JSON files in a folder and those in it; what begins with a dot is somebody's own business. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.split(sep).some((part) => part.startsWith('.')))
    .sort()
    .map((file) => join(folder, file));
}

function recordsAt(path: string, say: Say): RunRecord[] {
  const paths = statSync(path).isDirectory() ? filesIn(path) : [path];
  if (paths.length === 0) throw new OutcryError(`${path}: there is no record in it`, EXIT.usage);
  const { files, unreadable } = readFiles(paths);
  const { runs, notes } = importFiles(files);
  for (const note of [...unreadable, ...notes]) say(`note: ${note}`);
  if (runs.length === 0) throw new OutcryError(`${path}: there is no record in it`, EXIT.usage);
  return runs.map(upgrade);
}

/**
 * @param results the folder that sessions are looked for in
 * @param say told what is odd about files
 * @returns null when there is neither a session nor a path of that name
 * @throws OutcryError (wrong use) for a path that no record is at
 */
export async function runsNamed(name: string, results: string, say: Say): Promise<RunRecord[] | null> {
  const session = await new RunStore(results).records({ session: [name] });
  if (session.length > 0) return session;
  const path = resolve(name);
  return existsSync(path) ? recordsAt(path, say) : null;
}

/** @throws OutcryError (wrong use) that says what can be named, and which sessions there are */
export async function demandRuns(name: string, results: string, say: Say): Promise<RunRecord[]> {
  const runs = await runsNamed(name, results, say);
  if (runs !== null) return runs;
  throw await noSuchRuns(name, results);
}

const FEW = 5;

export async function noSuchRuns(name: string, results: string, more = ''): Promise<OutcryError> {
  const sessions = await new RunStore(results).sessions();
  const newest = sessions.slice(0, FEW).map(({ id }) => id);
  const there =
    newest.length === 0 ? 'there is none' : `the newest ${newest.length === 1 ? 'is' : 'are'} ${newest.join(', ')}`;
  return new OutcryError(
    `"${basename(name)}" is neither a file or a folder with records${more}, nor a session in ${resolve(results)}, where ${there}`,
    EXIT.usage,
  );
}
