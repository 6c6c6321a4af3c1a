/** Keeps what an interrupted session needs to go on: its options, beside its records, as `<results>/<session>/.session.json`. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, OutcryError } from '../../../system/errors.ts';
import { KEPT_OPTIONS, type KeptOptions, RENEWED_OPTIONS, type SessionOptions } from './session-options.ts';

const NAME = '.session.json';
const SCHEMA = 'outcry/session@2';

export interface SessionFile {
  id: string;
  /** ISO 8601. */
  startedAt: string;
  options: KeptOptions;
  note: string | null;
  finished: boolean;
  /** The number of times it came to its end, and was answered from, before it was resumed. */
  looks: number;
}

const PROBLEMS: Record<string, string> = {
  ENOSPC: 'the disk is full; free some space',
  EDQUOT: 'the disk quota is used up; free some space',
  EACCES: 'it is not yours to write; make it writable for you',
  EPERM: 'it is not yours to write; make it writable for you',
  EROFS: 'it is read-only; make it writable',
  ENOTDIR: 'a file is in the place of a folder; move it away',
  EEXIST: 'a file is in the place of a folder; move it away',
};

/**
 * Makes `folder` and those above it. Not `mkdir -p` of node:fs, which says of a read-only file system that a folder is missing, and
 * never returns where a folder exists but cannot hold another (such as /proc).
 * @returns whether it was not there
 */
function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return false;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    makeFolder(dirname(folder));
    mkdirSync(folder);
  }
  return true;
}

/** Removes the traces of a failed write: the partial file, and the folder that was made for it. */
function removeTraces(file: string, folder: string | null): void {
  try {
    rmSync(file, { force: true });
    if (folder) rmdirSync(folder);
  } catch {
    // The error about the folder is already reported.
  }
}

/**
 * Written whole or not at all.
 * @throws OutcryError (failed) that says what is wrong with the folder
 */
export function writeSessionFile(results: string, session: SessionFile): void {
  const folder = join(results, session.id);
  const path = join(folder, NAME);
  const beside = `${path}.new`;
  let made = false;
  try {
    made = makeFolder(folder);
    writeFileSync(beside, `${JSON.stringify({ schema: SCHEMA, ...session }, null, 1)}\n`);
    renameSync(beside, path);
  } catch (error) {
    removeTraces(beside, made ? folder : null);
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new OutcryError(
      `cannot write to the results folder ${folder}: ${PROBLEMS[code] ?? message}, or choose another with --results DIR`,
      EXIT.failed,
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
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as SessionFile & { schema?: string })
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
  const { schema, ...session } = found;
  if (schema === SCHEMA) return { ...session, looks: session.looks ?? 0 };
  throw new OutcryError(
    `${join(results, session.id, NAME)} is of ${schema === undefined ? 'no schema' : `"${schema}"`}; this Outcry resumes "${SCHEMA}" alone, so begin another session with the same options`,
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

const picked = (options: SessionOptions, keys: readonly (keyof SessionOptions)[]): SessionOptions =>
  Object.fromEntries(
    keys.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])),
  ) as unknown as SessionOptions;

/** The session that options ask for: a new one, or one that is resumed. @throws OutcryError (wrong use) when there is none to resume */
export function sessionFor(options: SessionOptions, results: string): SessionFile {
  if (options.resume !== undefined) {
    const session = findSession(results, options.resume === true ? null : options.resume);
    return {
      ...session,
      options: { ...session.options, ...picked(options, RENEWED_OPTIONS) },
      looks: session.looks + (session.finished ? 1 : 0),
      finished: false,
    };
  }
  const now = new Date();
  return {
    id: options.session ?? newSessionId(now),
    startedAt: now.toISOString(),
    options: { ...picked(options, KEPT_OPTIONS), conditions: options.conditions ?? {} },
    note: options.note ?? null,
    finished: false,
    looks: 0,
  };
}

/** The options of `session`. A resumed one keeps those it began with, except for how it is shown and how much is measured. */
export function optionsOf(session: SessionFile, given: SessionOptions): SessionOptions {
  const own: readonly string[] = [...KEPT_OPTIONS, 'note'];
  const others = (Object.keys(given) as (keyof SessionOptions)[]).filter((key) => !own.includes(key));
  const { id, note } = session;
  return { ...picked(given, others), ...session.options, session: id, ...(note === null ? {} : { note }) };
}
