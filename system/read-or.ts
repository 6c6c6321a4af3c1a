import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads what may be gone or was never there, such as files of /proc. Returns `otherwise` where `read` throws. */
export function readOr<T, U>(read: () => T, otherwise: U): T | U {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The names in `folder`; none where it is gone. */
export const namesIn = (folder: string): string[] => readOr(() => readdirSync(folder), []);

/** The entries in `folder`, each a file of JSON. A writer that was killed leaves half an entry, and another process may be cleaning up. */
export function entriesIn<T>(folder: string): T[] {
  return namesIn(folder).flatMap((file) =>
    readOr(() => [JSON.parse(readFileSync(join(folder, file), 'utf8')) as T], []),
  );
}
