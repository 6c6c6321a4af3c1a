/** Writes files whole or not at all. */
import * as fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publish, temporaryName } from '../system/publish.ts';

/** Makes a folder's entries (a new file, a new name) survive a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes `folder` and those above it. Not `mkdir -p` of node:fs, which never returns where a folder exists but cannot
 * hold another (such as /proc).
 * @returns the uppermost folder it made, or null when all were there
 */
export async function makeFolder(folder: string): Promise<string | null> {
  if ((await fs.stat(folder).catch(() => null))?.isDirectory()) return null;
  const make = async (): Promise<boolean> => {
    try {
      await fs.mkdir(folder);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if ((await fs.stat(folder)).isDirectory()) return false;
      throw Object.assign(new Error(`${folder} is no folder`), { code: 'ENOTDIR' });
    }
  };
  try {
    return (await make()) ? folder : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    const above = await makeFolder(dirname(folder));
    return (await make()) ? (above ?? folder) : above;
  }
}

/** Writes a file beside `path`, onto the disk, and lets `place` give it its name. After an error there is nothing of it. */
async function writeWhole(
  path: string,
  data: string | Buffer,
  place: (temporary: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  const created = await makeFolder(folder);
  const temporary = join(folder, temporaryName());
  try {
    const handle = await fs.open(temporary, 'wx', 0o644);
    try {
      await handle.writeFile(data);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(temporary);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    if (created) await fs.rmdir(folder).catch(() => {});
    throw error;
  }
  await syncFolder(folder);
  if (created) await syncFolder(dirname(created));
}

/**
 * Creates `path` with `text`. After an error there is nothing of it; after success it is on the disk.
 * @param link replaces `fs.link` in tests
 * @throws the file system's error; EEXIST when `path` exists
 */
export async function writeOnce(path: string, text: string | Buffer, link: typeof fs.link = fs.link): Promise<void> {
  await writeWhole(path, text, (temporary) => publish(temporary, path, link));
}

/**
 * Puts `data` in the place of the file `path`, in one step, once it is on the disk.
 * @param check gets what was read back from the disk; where it throws, `path` stays as it was
 * @throws the file system's error; what `check` throws
 */
export async function replace(path: string, data: Buffer, check: (written: Buffer) => void): Promise<void> {
  await writeWhole(path, data, async (temporary) => {
    check(await fs.readFile(temporary));
    await fs.rename(temporary, path);
  });
}
