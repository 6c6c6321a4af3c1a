/** The errors the store, the import and the web API tell apart. Each says what went wrong, where, and what to do. */
import { EXIT, OutcryError } from '../system/errors.ts';

/** A run record (or another document) that cannot be taken. `field` is where, such as `perSecond.sentByClients[3]`. */
export class RecordError extends OutcryError {
  constructor(
    /** Path of the field; empty when the whole document is meant. */
    readonly field: string,
    /** The problem, such as `must be >= 0`. */
    readonly problem: string,
  ) {
    super(field ? `${field}: ${problem}` : `the record ${problem}`, EXIT.usage);
    this.name = 'RecordError';
  }
}

/** A run of this id is already kept; records are never overwritten. */
export class RunExistsError extends OutcryError {
  readonly field = 'id';
  constructor(
    readonly id: string,
    readonly path: string,
  ) {
    super(`id: a run "${id}" is already kept in ${path}; records are never overwritten, give the run another id`);
    this.name = 'RunExistsError';
  }
}

/** The results folder cannot be read or written. */
export class StorageError extends OutcryError {
  constructor(
    message: string,
    /** The system's code, such as `ENOSPC`. */
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(message, EXIT.failed, options);
    this.name = 'StorageError';
  }
}

const ADVICE: Record<string, string> = {
  ENOSPC: 'the disk is full; free some space, or name another folder with --results DIR',
  EDQUOT: 'the disk quota is used up; free some space, or name another folder with --results DIR',
  EACCES: 'permission denied; make the folder readable and writable for you, or name another with --results DIR',
  EPERM: 'not permitted; make the folder readable and writable for you, or name another with --results DIR',
  EROFS: 'the file system is read-only; name another folder with --results DIR',
  ENOTDIR: 'a file is in the place of a folder; move it away, or name another folder with --results DIR',
  EEXIST: 'a file is in the place of a folder; move it away, or name another folder with --results DIR',
  ENOENT: 'no folder can be made there; name another with --results DIR',
  ENAMETOOLONG: 'the name is too long for this file system; use shorter ids or another folder',
};

/** The environment variable with advice about a folder that is not ours to write, for places without options such as a container. */
const ADVICE_HERE = 'RESULTS_ADVICE';
const NOT_OURS = ['EACCES', 'EPERM', 'EROFS'];

function adviceOn(code: string, message: string): string {
  const here = process.env[ADVICE_HERE];
  if (here && NOT_OURS.includes(code)) return `it may not be written; ${here}`;
  return ADVICE[code] ?? `${message}; name another folder with --results DIR`;
}

/** Turns what the file system threw into a {@link StorageError}. `doing` is such as `cannot write`. */
export function storageError(doing: string, path: string, error: unknown): StorageError {
  const { code = 'EUNKNOWN', message } = error as NodeJS.ErrnoException;
  return new StorageError(`${doing} ${path}: ${code}: ${adviceOn(code, message)}`, code, { cause: error });
}
