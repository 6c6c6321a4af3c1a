/** What a package manager does for an app at another version: an entry of `managers.ts` each. */
import { execa } from 'execa';
import { EXIT, OutcryError } from '../../../../system/errors.ts';

/** Versions by package. */
export type Packages = Readonly<Record<string, string>>;

/** The copy of an app that gets other packages. */
export interface Copy {
  /** The app with the version that was asked for, for messages. */
  name: string;
  dir: string;
  /** Environment variables with which the app's toolchains are found. */
  env: Record<string, string>;
}

export interface PackageManager {
  /** Its list in `versions` of `app.json`, and what stands before a colon in the names of its packages in `sets`. */
  key: 'packages' | 'pip' | 'go' | 'cargo';
  /** Its name for people. */
  label: string;
  /** What people call a package at a version, such as `shout@1.2.3`. */
  at(name: string, version: string): string;
  /** The files of the app that a version changes, its lock file among them. Some may be absent. */
  files: readonly string[];
  /**
   * Writes the versions into the copy, and has the package manager resolve a lock file for them. What need not change stays.
   * @throws OutcryError: wrong use for a package that the app does not have or a version that does not exist, otherwise with its output
   */
  lock(copy: Copy, packages: Packages): Promise<void>;
  /**
   * Lists all versions of a package. Absent: the package manager has no command for it.
   * @param dir the app's folder
   */
  published?(name: string, dir: string): Promise<string[]>;
}

/** The error of a package that `app.json` names and the app does not have. */
export function notThere({ name }: Copy, one: string, file: string): OutcryError {
  return new OutcryError(`${name}: app.json names "${one}" under "versions", and ${file} does not have it`, EXIT.usage);
}

/** The end of what a command printed. */
const endOf = (said: string | undefined, otherwise: string): string =>
  said?.trim().split('\n').slice(-30).join('\n') || otherwise;

/**
 * Runs a package manager in the copy.
 * @param noSuch finds its words for a package, or a version of it, that does not exist
 * @throws OutcryError: wrong use where it said those words, otherwise with the end of its output
 */
export async function resolveBy(
  label: string,
  { name, dir, env }: Copy,
  [program = '', ...words]: readonly string[],
  noSuch: RegExp,
): Promise<void> {
  const result = await execa(program, words, { cwd: dir, env, all: true, reject: false, stdin: 'ignore' });
  if (!result.failed) return;
  const said = endOf(result.all, String(result.shortMessage));
  if (noSuch.test(said))
    throw new OutcryError(`${name}: there is no such version; ${label} says:\n${said}`, EXIT.usage);
  throw new OutcryError(`${name}: ${label} could not resolve its packages:\n${said}`, EXIT.failed);
}

/** What a command prints that lists the versions of a package. @throws OutcryError with its words when it fails */
export async function askVersions(
  label: string,
  one: string,
  [program = '', ...words]: readonly string[],
  dir: string,
): Promise<string> {
  const result = await execa(program, words, { cwd: dir, reject: false, stdin: 'ignore' });
  if (!result.failed) return result.stdout;
  throw new OutcryError(
    `${label} does not say which versions of ${one} there are:\n${result.stderr || result.shortMessage}`,
    EXIT.failed,
  );
}
