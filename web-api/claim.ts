/** A claim on a name below a folder, between processes: whoever holds it can look and then write as one step. */
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Nobody writes a record for that long: an older claim was left behind by a process that was killed. */
const ABANDONED_MS = 60_000;
const RETRY_MS = 10;

async function isAbandoned(file: string): Promise<boolean> {
  try {
    // A clock that was set back makes a claim of the future: that one must end too.
    return Math.abs(Date.now() - (await fs.stat(file)).mtimeMs) > ABANDONED_MS;
  } catch {
    return false; // just given back
  }
}

/**
 * Runs `work` while nobody else runs theirs under the same name. By a file rather than by process ids, as processes in different
 * containers may share the folder.
 * @param folder must exist
 * @throws the file system's error when no claim can be made there
 */
export async function withClaim<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, `.${name}.claim`);
  for (;;) {
    try {
      await (await fs.open(file, 'wx')).close();
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (await isAbandoned(file)) await fs.rm(file, { force: true });
      else await wait(RETRY_MS);
    }
  }
  try {
    return await work();
  } finally {
    await fs.rm(file, { force: true });
  }
}
