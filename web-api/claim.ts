/** A claim on a name below a folder, between processes: whoever holds it can look and then write as one step. */
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Nobody writes a record for that long: an older claim was left behind by a process that was killed. */
export const ABANDONED_MS = 60_000;
const RETRY_MS = 10;

/** Who makes a claim: a process of a host. Containers that share a folder have names of their own. */
const claimant = (): string => `${process.pid} ${hostname()}`;

/** The claim is one of a process of this host that runs no more. */
async function isOfTheDead(file: string): Promise<boolean> {
  const [pid, host] = (await fs.readFile(file, 'utf8')).split(' ');
  return host === hostname() && /^\d+$/.test(pid ?? '') && !isRunning(Number(pid));
}

/** A process of this host, whoever's it is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Whoever made the claim `file` does not hold it any more. */
export async function isAbandoned(file: string): Promise<boolean> {
  try {
    if (await isOfTheDead(file)) return true;
    // A clock that was set back makes a claim of the future: that one must end too.
    return Math.abs(Date.now() - (await fs.stat(file)).mtimeMs) > ABANDONED_MS;
  } catch {
    return false; // just given back
  }
}

/** @throws EEXIST when somebody holds the claim; after another error, such as a full disk, there is none */
async function makeClaim(file: string): Promise<void> {
  const handle = await fs.open(file, 'wx');
  try {
    await handle.writeFile(claimant());
  } catch (error) {
    await fs.rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Runs `work` while nobody else runs theirs under the same name. By a file, as processes in different containers may share the folder; of
 * those on this host it says which process it is, so that nobody waits for one that was killed.
 * @param folder must exist
 * @throws the file system's error when no claim can be made there
 */
export async function withClaim<T>(folder: string, name: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, `.${name}.claim`);
  for (;;) {
    try {
      await makeClaim(file);
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
