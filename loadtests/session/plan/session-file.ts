/**
 * Keeps what an interrupted session needs to go on: its options, beside its records, as `<results>/<session>/.session.json`. A session that
 * was packed has them among its packed files, and once it is resumed beside these.
 */
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
import { basename, dirname, join } from 'node:path';
import { isPacked, PACKED, readPacked } from '../../../records/packed-session.ts';
import { isSessionName } from '../../../records/record-folders.ts';
import { noSuchSession } from '../../../records/unknown-session.ts';
import { printable } from '../../../system/elsewhere/about.ts';
import { machinesText, readMachines } from '../../../system/elsewhere/machine-spec.ts';
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

/** Removes the folder of a session that was refused before it kept anything, so that no later `--resume` finds it. */
export function removeUnused(results: string, id: string): void {
  const folder = join(results, id);
  if (readdirSync(folder).join() === NAME) removeTraces(join(folder, NAME), folder);
}

/** The path of the file that a session is resumed from: its own, or that of the packed session; null: there is none. */
export const sessionFileOf = (results: string, id: string): string | null =>
  [NAME, PACKED].map((name) => join(results, id, name)).find((path) => existsSync(path)) ?? null;

/** @throws OutcryError (wrong use) that names the file and says what is wrong with it */
export function readSessionFile(path: string): SessionFile & { schema?: unknown } {
  const broken = (why: string): OutcryError =>
    new OutcryError(
      `the session file ${path} cannot be read: ${why}; its session cannot be resumed, and its records stay as they are`,
      EXIT.usage,
    );
  let data: Partial<SessionFile> | null;
  try {
    data = JSON.parse(isPacked(path) ? (readPacked(path).get(NAME) ?? 'null') : readFileSync(path, 'utf8'));
  } catch (error) {
    throw broken(error instanceof SyntaxError ? `it is not JSON: ${error.message}` : (error as Error).message);
  }
  const { id, startedAt, options } = data ?? {};
  if (typeof id !== 'string' || typeof startedAt !== 'string' || typeof options !== 'object' || options === null)
    throw broken('it lacks the id, the time or the options of a session');
  return data as SessionFile;
}

/**
 * The session to resume: the one with this id, or the newest that was not finished.
 * @throws OutcryError (wrong use) when there is none, or its file cannot be read
 */
export function findSession(results: string, id: string | null): SessionFile {
  const paths = (existsSync(results) ? readdirSync(results) : [])
    .map((folder) => join(results, folder, NAME))
    .filter((path) => existsSync(path));
  const named = id !== null && isSessionName(id) ? sessionFileOf(results, id) : null;
  if (named !== null) return checkedSchema(named, readSessionFile(named));
  const broken: { path: string; error: unknown }[] = [];
  const open = paths
    .flatMap((path) => {
      try {
        return [{ path, session: readSessionFile(path) }];
      } catch (error) {
        broken.push({ path, error });
        return [];
      }
    })
    .filter(({ session }) => !session.finished)
    .sort((a, b) => b.session.startedAt.localeCompare(a.session.startedAt));
  const ids = open.map(({ session }) => session.id);
  if (id !== null) throw new OutcryError(noSuchSession(id, idsOf(paths), results), EXIT.usage);
  const [newest] = open;
  // Which session is the newest cannot be told where a later file is broken.
  const later = broken.find(
    ({ path }) => newest === undefined || statSync(path).mtimeMs > Date.parse(newest.session.startedAt),
  );
  if (later !== undefined) throw nameOne(later.error as Error, ids);
  if (newest === undefined) throw new OutcryError(`no interrupted session in ${results}`, EXIT.usage);
  return checkedSchema(newest.path, newest.session);
}

/** Newest first, as far as their names say so. */
const idsOf = (paths: readonly string[]): string[] =>
  paths
    .map((path) => basename(dirname(path)))
    .sort()
    .reverse();

const nameOne = ({ message }: Error, open: readonly string[]): OutcryError =>
  new OutcryError(
    `${message}. To resume another, move the file away or name one with --resume ID: ${open.join(', ') || 'there is none'}`,
    EXIT.usage,
  );

function checkedSchema(path: string, { schema, ...session }: SessionFile & { schema?: unknown }): SessionFile {
  if (schema === SCHEMA) return { ...session, looks: session.looks ?? 0 };
  throw new OutcryError(
    `${path} is of ${schema === undefined ? 'no schema' : `"${schema}"`}; this Outcry resumes "${SCHEMA}" alone, so begin another session with the same options`,
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

/**
 * Demands that the command names the machines of a session again where they run programs that its file chose: another person may have
 * written the file.
 * @param on as the command names them
 * @throws OutcryError (wrong use) that shows what would be run
 */
function demandSameMachines({ id, options }: SessionFile, on: string | undefined): void {
  const machines = options.on === undefined ? [] : readMachines(String(options.on));
  if (!machines.some(({ kind, image }) => kind === 'exec' || image !== null)) return;
  const text = machinesText(machines);
  if (on !== undefined && machinesText(readMachines(on)) === text) return;
  throw new OutcryError(
    `the file of session ${id} names programs or images to run: ${printable(text, 2_000)}; if you trust them, resume it with the same --on`,
    EXIT.usage,
  );
}

/**
 * The session that options ask for: a new one, or one that is resumed.
 * @throws OutcryError (wrong use) when there is none to resume, or it would run what the command does not name
 */
export function sessionFor(options: SessionOptions, results: string): SessionFile {
  if (options.resume !== undefined) {
    const session = findSession(results, options.resume === true ? null : options.resume);
    demandSameMachines(session, options.on);
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
