/** Gives a file its name once it is whole. A temporary name tells which process writes the file. */
import * as fs from 'node:fs/promises';
import { hostname } from 'node:os';

const TEMPORARY = /^\.(\d+)-(.+)-[a-z0-9]+\.tmp$/;

/** A name for an unfinished file, with its writer. It begins with a dot, so readers do not take the file for a record. */
export function temporaryName(): string {
  return `.${process.pid}-${hostname()}-${Math.random().toString(36).slice(2, 10)}.tmp`;
}

/** The process that writes the file of this name; null when it is no {@link temporaryName}. */
export function writerOf(name: string): { pid: number; host: string } | null {
  const [, pid, host] = TEMPORARY.exec(name) ?? [];
  return pid === undefined ? null : { pid: Number(pid), host: host! };
}

/** File systems that know no hard links (FAT, some shares and container mounts) answer with one of these. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Gives `temporary`, which is whole, the name `path`; exactly one of several processes succeeds.
 * @param link replaces `fs.link` in tests
 * @throws the file system's error, and then `temporary` is still there; EEXIST when `path` exists
 */
export async function publish(temporary: string, path: string, link: typeof fs.link = fs.link): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    if (!NO_LINKS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // Without links the name is claimed by an empty file first; readers take an empty file as one not yet written.
    await (await fs.open(path, 'wx')).close();
    try {
      await fs.rename(temporary, path);
    } catch (failure) {
      await fs.rm(path, { force: true });
      throw failure;
    }
    return;
  }
  await fs.unlink(temporary);
}
