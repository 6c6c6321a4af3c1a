/** What a process that was killed while it kept a record leaves under the results folder, and how it goes. */
import type { Dirent } from 'node:fs';
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../system/owner.ts';
import { ABANDONED_MS, removeAbandoned } from './claim.ts';

const TEMPORARY = /^\.(\d+)-(.+)-[a-z0-9]+\.tmp$/;
const CLAIM = /^\.(.+)\.claim$/;

/** A name for a file that is being written, by whom: readers take nothing with a dot before it for a record. */
export function temporaryName(): string {
  return `.${process.pid}-${hostname()}-${Math.random().toString(36).slice(2, 10)}.tmp`;
}

/** The file is half written and nobody goes on with it: its process has ended, or is of another host and has had time enough. */
async function isLeft(path: string, [, pid, host]: RegExpExecArray): Promise<boolean> {
  if (host === hostname()) return !isRunning(Number(pid));
  return Math.abs(Date.now() - (await fs.stat(path)).mtimeMs) > ABANDONED_MS;
}

async function clear(folder: string, { name }: Dirent): Promise<void> {
  const [, claimed] = CLAIM.exec(name) ?? [];
  if (claimed !== undefined) return await removeAbandoned(folder, claimed);
  const path = join(folder, name);
  const temporary = TEMPORARY.exec(name);
  if (temporary !== null && (await isLeft(path, temporary))) await fs.rm(path, { force: true });
}

/**
 * Removes half-written files and claims of processes that have ended, from `folder` and the folders in it. What cannot be looked at or
 * removed stays: it is in nobody's way.
 */
export async function clearLeftovers(folder: string): Promise<void> {
  const entries = async (of: string) => await fs.readdir(of, { withFileTypes: true }).catch((): Dirent[] => []);
  const here = await entries(folder);
  for (const entry of here) {
    if (entry.isFile()) await clear(folder, entry).catch(() => {});
    if (!entry.isDirectory()) continue;
    const session = join(folder, entry.name);
    for (const inside of await entries(session)) if (inside.isFile()) await clear(session, inside).catch(() => {});
  }
}
