/** Files of this machine as another one's cache knows them. */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { CachedFile, FolderFile } from './messages.ts';

export interface LocalFile extends CachedFile {
  content: Buffer;
}

export const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');

/** @param path of a file of this machine */
export async function localFile(path: string): Promise<LocalFile> {
  const content = await readFile(path);
  return { hash: sha256(content), ending: extname(path), content };
}

/** All files below `folder`, links followed, in the order of their names. */
function pathsBelow(folder: string, above = ''): string[] {
  return readdirSync(join(folder, above))
    .sort()
    .flatMap((name) => {
      const path = above === '' ? name : `${above}/${name}`;
      return statSync(join(folder, path)).isDirectory() ? pathsBelow(folder, path) : [path];
    });
}

/** The files of a folder, and a name that stands for its content. */
export async function localFolder(
  folder: string,
  wanted: (path: string) => boolean = () => true,
): Promise<{ name: string; files: (FolderFile & { content: Buffer })[] }> {
  const files = await Promise.all(
    pathsBelow(folder)
      .filter(wanted)
      .map(async (path) => {
        const executable = (statSync(join(folder, path)).mode & 0o100) !== 0;
        return { ...(await localFile(join(folder, path))), path, executable };
      }),
  );
  const listing = files.map(({ path, hash, executable }) => [path, hash, executable]);
  return { name: `folder-${sha256(JSON.stringify(listing))}`, files };
}
