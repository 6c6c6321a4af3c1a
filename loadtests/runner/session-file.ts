/** What an interrupted session needs to go on: its options, beside its records, as `<results>/<session>/.session.json`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { RunOptions } from './plan.ts';

const NAME = '.session.json';

export interface SessionFile {
  id: string;
  /** ISO 8601. */
  startedAt: string;
  options: RunOptions;
  note: string | null;
  finished: boolean;
}

export function writeSessionFile(results: string, session: SessionFile): void {
  const folder = join(results, session.id);
  try {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, NAME);
    writeFileSync(`${path}.new`, `${JSON.stringify(session, null, 1)}\n`);
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw new OutcryError(
      `cannot write to the results folder ${folder}: ${(error as Error).message}\nFree space or permission there, or choose another with --results DIR.`,
      EXIT.missing,
    );
  }
}

/**
 * The session to resume: the one with this id, or the newest that was not finished.
 * @throws OutcryError (wrong use) when there is none
 */
export function findSession(results: string, id: string | null): SessionFile {
  const sessions = (existsSync(results) ? readdirSync(results) : [])
    .map((folder) => join(results, folder, NAME))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as SessionFile)
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
  const found = id === null ? sessions.find((session) => !session.finished) : sessions.find((s) => s.id === id);
  if (!found) {
    const open = sessions.filter((session) => !session.finished).map((session) => session.id);
    throw new OutcryError(
      id === null
        ? `no interrupted session in ${results}`
        : `no session "${id}" in ${results}; interrupted ones: ${open.join(', ') || 'none'}`,
      EXIT.usage,
    );
  }
  demandReadable(found);
  return found;
}

/** Options that earlier versions kept beside the others, and that are parameters of scenarios now. */
const FORMER_OPTIONS = ['rate', 'messages', 'payload'];

/** @throws OutcryError (wrong use) for a session whose runs cannot be told any more */
function demandReadable({ id, options }: SessionFile): void {
  const former = FORMER_OPTIONS.find((name) => Object.hasOwn(options, name));
  if (former === undefined) return;
  throw new OutcryError(
    `session "${id}" was begun by an earlier version of Outcry with --${former} and cannot be resumed; begin another with the same options`,
    EXIT.usage,
  );
}

/** An id for a session that begins now, such as `20261120t233100z-4f2a`. Matches RUN_ID_PATTERN. */
export function newSessionId(now: Date): string {
  const stamp = now
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .toLowerCase();
  return `${stamp}-${Math.floor(Math.random() * 0x10000)
    .toString(16)
    .padStart(4, '0')}`;
}
