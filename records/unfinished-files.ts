/** Removes what a process that was killed while it kept a record leaves under the results folder. */
import type { Dirent } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ABANDONED_MS, removeAbandoned } from '../system/lock.ts';
import { isRunning } from '../system/process-owner.ts';
import { writerOf } from '../system/publish.ts';

const LOCK = /^\.(.+)\.claim$/;

/** A session file that is about to be put in the place of the one before; it does not say who writes it. */
const SESSION_FILE = '.session.json.new';

/** The depth at which records may lie: the sessions in a results folder, and the discarded runs of a session. */
const DEPTH = 3;

const isOld = async (path: string): Promise<boolean> =>
  Math.abs(Date.now() - (await fs.stat(path)).mtimeMs) > ABANDONED_MS;

/** Tells whether a partly written file has lost its writer. The process has ended, or it is on another host and has had enough time. */
async function isLeft(path: string, name: string): Promise<boolean> {
  if (name === SESSION_FILE) return await isOld(path);
  const writer = writerOf(name);
  if (writer === null) return false;
  return writer.host === hostname() ? !isRunning(writer.pid) : await isOld(path);
}

async function clear(folder: string, { name }: Dirent): Promise<void> {
  const [, locked] = LOCK.exec(name) ?? [];
  if (locked !== undefined) return await removeAbandoned(folder, locked);
  const path = join(folder, name);
  if (await isLeft(path, name)) await fs.rm(path, { force: true });
}

/**
 * Removes half-written files and locks of processes that have ended, from `folder` and the folders in it as deep as records lie. Files that
 * cannot be looked at or removed stays, and does no harm.
 */
export async function clearLeftovers(folder: string, depth = DEPTH): Promise<void> {
  for (const entry of await fs.readdir(folder, { withFileTypes: true }).catch((): Dirent[] => [])) {
    if (entry.isFile()) await clear(folder, entry).catch(() => {});
    else if (entry.isDirectory() && depth > 1) await clearLeftovers(join(folder, entry.name), depth - 1);
  }
}
