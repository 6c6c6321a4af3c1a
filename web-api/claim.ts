/** A claim on a name below a folder, between processes: whoever holds it can look and then write as one step. */
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning, startTicks } from '../system/owner.ts';
import { publish, temporaryName } from './publish.ts';

/** Nobody writes a record for that long: an older claim was left behind, where nobody can look whether its process lives. */
export const ABANDONED_MS = 60_000;
const RETRY_MS = 10;

/**
 * Who makes a claim, and which of theirs it is: process, host, start time of the process in clock ticks since boot (0 where the system does
 * not say) and some letters. Containers that share a folder have host names of their own.
 */
function newClaim(): string {
  const letters = Math.random().toString(36).slice(2, 12);
  return `${process.pid} ${hostname()} ${startTicks(process.pid) ?? '0'} ${letters}`;
}

/** Whether the process that wrote `claim` lives; null when it is not of this host, or the claim does not say which process it is. */
function holderLives(claim: string): boolean | null {
  const [pid = '', host, ticks = '0'] = claim.split(' ');
  if (host !== hostname() || !/^\d+$/.test(pid)) return null;
  if (!isRunning(Number(pid))) return false;
  return ticks === '0' ? null : startTicks(Number(pid)) === ticks;
}

/**
 * Whoever made the claim `file` does not hold it any more. On this host that is seen from the process, whatever the clock says; of
 * another host's claim there is but its age.
 */
export async function isAbandoned(file: string): Promise<boolean> {
  try {
    const lives = holderLives(await fs.readFile(file, 'utf8'));
    if (lives !== null) return !lives;
    // A clock that was set back makes a claim of the future: that one must end too.
    return Math.abs(Date.now() - (await fs.stat(file)).mtimeMs) > ABANDONED_MS;
  } catch {
    return false; // just given back
  }
}

const fileOf = (folder: string, name: string): string => join(folder, `.${name}.claim`);

/**
 * Removes the claim on `name` if it is abandoned. Under a claim of its own: of two who have seen the same abandoned claim, the second
 * would otherwise remove the one that the first has made in its place.
 */
export async function removeAbandoned(folder: string, name: string): Promise<void> {
  const file = fileOf(folder, name);
  if (!(await isAbandoned(file))) return;
  await withClaim(folder, `${name}.takeover`, async () => {
    if (await isAbandoned(file)) await fs.rm(file, { force: true });
  });
}

/**
 * The claim is whole as soon as it is there: of one that did not yet say whose it is nobody could see that its process was killed.
 * @throws EEXIST when somebody holds the claim; after another error, such as a full disk, there is none
 */
async function makeClaim(file: string, claim: string, link?: typeof fs.link): Promise<void> {
  const temporary = join(dirname(file), temporaryName());
  try {
    await fs.writeFile(temporary, claim, { flag: 'wx' });
    await publish(temporary, file, link);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

const isThere = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

/** Gives a claim back, unless somebody has taken it over. */
async function giveBack(file: string, claim: string): Promise<void> {
  const held = await fs.readFile(file, 'utf8').catch(() => null);
  if (held === claim) await fs.rm(file, { force: true });
}

/** The last work of this process under each claim file; settles without an error. */
const lastWork = new Map<string, Promise<void>>();

/** Runs works of one claim file one after the other: if each of them looked for the file, many would delay each other. */
async function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
  const result = (lastWork.get(file) ?? Promise.resolve()).then(work);
  const settled = result.then(
    () => {},
    () => {},
  );
  lastWork.set(file, settled);
  try {
    return await result;
  } finally {
    if (lastWork.get(file) === settled) lastWork.delete(file);
  }
}

/**
 * Runs `work` while nobody else runs theirs under the same name. By a file, as processes in different containers may share the folder; of
 * those on this host it says which process it is, so that nobody waits for one that was killed.
 * @param folder must exist
 * @param link stands in for `fs.link` in tests
 * @throws the file system's error when no claim can be made there
 */
export async function withClaim<T>(
  folder: string,
  name: string,
  work: () => Promise<T>,
  link?: typeof fs.link,
): Promise<T> {
  const file = fileOf(folder, name);
  return await inTurn(file, () => underClaimFile(file, () => removeAbandoned(folder, name), work, link));
}

async function underClaimFile<T>(
  file: string,
  takeOver: () => Promise<void>,
  work: () => Promise<T>,
  link?: typeof fs.link,
): Promise<T> {
  const claim = newClaim();
  for (;;) {
    try {
      await makeClaim(file, claim, link);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    while (await isThere(file)) {
      if (await isAbandoned(file)) await takeOver();
      else await wait(RETRY_MS);
    }
  }
  try {
    return await work();
  } finally {
    await giveBack(file, claim);
  }
}

/**
 * As {@link withClaim}, under all of `names` at once.
 * @param names each once, and in an order that all who claim several follow: else two could wait for each other
 */
export async function withClaims<T>(folder: string, names: readonly string[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = names;
  if (first === undefined) return await work();
  return await withClaim(folder, first, () => withClaims(folder, others, work));
}
