/** Finds out before a command starts whether what it writes last can be written. */
import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { EXIT, OutcryError } from './errors.ts';
import { fileRefusal } from './file-errors.ts';
import { readOr } from './read-or.ts';
import { ROOT } from './root.ts';

/** Returns why `work` is refused by the file system; null where it is not. */
function refusalOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return fileRefusal(error) ?? (error as Error).message;
  }
}

const isFolder = (path: string): boolean => readOr(() => statSync(path).isDirectory(), false);

/** Returns why the file `path` cannot be written; null where nothing is known against it. */
export function whyNoFile(path: string): string | null {
  const file = resolve(path);
  const folder = dirname(file);
  if (isFolder(file)) return `${file} is a folder; name a file in it`;
  if (!isFolder(folder)) return `there is no folder ${folder}; make it, or name another`;
  return refusalOf(() => accessSync(existsSync(file) ? file : folder, constants.W_OK));
}

/** @throws OutcryError (missing) where this user cannot build and start anything from this checkout */
export function demandOwnFolder(): void {
  const own = join(ROOT, '.outcry');
  const refusal = refusalOf(() => {
    mkdirSync(own, { recursive: true });
    for (const folder of ['', 'build', 'locks', 'processes'].map((name) => join(own, name)).filter(isFolder)) {
      accessSync(folder, constants.W_OK);
    }
  });
  if (refusal !== null) throw new OutcryError(refusal, EXIT.missing);
}
