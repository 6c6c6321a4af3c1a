/**
 * A lock on a name below a folder, between processes on one host or several. Its holder can read and then write as one step.
 * The lock is the file `.<name>.claim`, which names the process that holds it.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { isRunning, startTicks } from './process-owner.ts';
import { publish, temporaryName } from './publish.ts';
import { readOr } from './read-or.ts';
import { ROOT } from './root.ts';

/** No process of another host holds a lock for that long: an older one was left behind. */
export const ABANDONED_MS = 60_000;
const RETRY_MS = 10;

/**
 * Returns the content of a lock file: process, host, start time and some letters. The start time is in clock ticks since boot (0 if the
 * system does not say). Containers that share a folder have host names of their own.
 */
function newHolder(): string {
  const letters = Math.random().toString(36).slice(2, 12);
  return `${process.pid} ${hostname()} ${startTicks(process.pid) ?? '0'} ${letters}`;
}

/** Tells whether the process of `holder` lives; null if it is on another host, or `holder` names no process. */
function lives(holder: string): boolean | null {
  const [pid = '', host, ticks = '0'] = holder.split(' ');
  if (host !== hostname() || !/^\d+$/.test(pid)) return null;
  if (!isRunning(Number(pid))) return false;
  return ticks === '0' ? null : startTicks(Number(pid)) === ticks;
}

/** Tells whether the lock `file` has lost its holder. On this host the process table decides; for another host the lock's age does. */
export async function isAbandoned(file: string): Promise<boolean> {
  try {
    const alive = lives(await fs.readFile(file, 'utf8'));
    if (alive !== null) return !alive;
    // If the clock was set back, a lock can be from the future; it must end too.
    return Math.abs(Date.now() - (await fs.stat(file)).mtimeMs) > ABANDONED_MS;
  } catch {
    return false; // just given back
  }
}

const fileOf = (folder: string, name: string): string => join(folder, `.${name}.claim`);

/**
 * Removes the lock on `name` if it is abandoned. This takes a lock of its own: two processes can see the same abandoned lock, and the
 * second would otherwise remove the new lock of the first.
 */
export async function removeAbandoned(folder: string, name: string): Promise<void> {
  const file = fileOf(folder, name);
  if (!(await isAbandoned(file))) return;
  await underLock(folder, `${name}.takeover`, async () => {
    if (await isAbandoned(file)) await fs.rm(file, { force: true });
  });
}

/**
 * The lock file is whole as soon as it exists: a partial one would not name its holder.
 * @throws EEXIST when the lock is held; after another error, such as a full disk, there is no lock
 */
async function makeLock(file: string, holder: string, link?: typeof fs.link): Promise<void> {
  const temporary = join(dirname(file), temporaryName());
  try {
    await fs.writeFile(temporary, holder, { flag: 'wx' });
    await publish(temporary, file, link);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
}

/** The locks of this process, or those that it waits for: who holds them by file. */
const held = new Map<string, string>();

/** Ends a lock, unless another process has taken it over. */
function unlock(file: string): void {
  readOr(() => {
    if (readFileSync(file, 'utf8') === held.get(file)) rmSync(file, { force: true });
  }, null);
  held.delete(file);
  if (held.size === 0) process.off('exit', unlockAll);
}

/** `process.exit` settles no promise: after Ctrl-C, or when the reader of the output is gone, no `finally` runs. */
function unlockAll(): void {
  for (const file of held.keys()) unlock(file);
}

/** The works of this process under each lock file, one after the other; polling the file each for itself, they would delay each other. */
const turns = new Map<string, LimitFunction>();

/**
 * Runs `work` while no other runs under the same name. On one host no process waits for one that was killed.
 * @param folder must exist
 * @param link replaces `fs.link` in tests
 * @throws the file system's error when no lock can be made there
 */
export async function underLock<T>(
  folder: string,
  name: string,
  work: () => Promise<T>,
  link?: typeof fs.link,
): Promise<T> {
  const file = fileOf(folder, name);
  const inTurn = turns.get(file) ?? pLimit(1);
  turns.set(file, inTurn);
  return await inTurn(async () => {
    const holder = newHolder();
    if (held.size === 0) process.on('exit', unlockAll);
    held.set(file, holder);
    try {
      await takeLock(folder, name, holder, link);
      return await work();
    } finally {
      unlock(file);
      if (inTurn.pendingCount === 0) turns.delete(file);
    }
  });
}

async function takeLock(folder: string, name: string, holder: string, link?: typeof fs.link): Promise<void> {
  const file = fileOf(folder, name);
  for (;;) {
    try {
      return await makeLock(file, holder, link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    while (existsSync(file)) {
      if (await isAbandoned(file)) await removeAbandoned(folder, name);
      else await wait(RETRY_MS);
    }
  }
}

/**
 * As {@link underLock}, under all of `names` at once.
 * @param names each once, in an order that all callers share; otherwise two could wait for each other
 */
export async function underLocks<T>(folder: string, names: readonly string[], work: () => Promise<T>): Promise<T> {
  const [first, ...others] = names;
  if (first === undefined) return await work();
  return await underLock(folder, first, () => underLocks(folder, others, work));
}

/** Runs `work` while no other process of this checkout runs its own under the same `name`. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const folder = join(ROOT, '.outcry', 'locks');
  await fs.mkdir(folder, { recursive: true });
  return await underLock(folder, name, work);
}
