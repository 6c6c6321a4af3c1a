/** Writes the files of a site into a folder that is empty, or that holds a site which was written so before. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, OutcryError } from '../../system/errors.ts';
import { writeWhole } from '../../system/write-whole.ts';

/** Lists the files of the site: the next one in this folder removes those that it has no longer, and no others. */
const LIST = 'outcry-site.json';

/** A name that leads to no other folder. */
const isInside = (name: unknown): name is string =>
  typeof name === 'string' && /^(?:records\/)?[^/\\.][^/\\]*$/.test(name);

/** The files of the site that is there; null: the folder is empty. @throws OutcryError (wrong use) when other files are there */
export function filesBefore(folder: string): string[] | null {
  if (!existsSync(folder) || readdirSync(folder).every((name) => name === '.git')) return null;
  try {
    const { files } = JSON.parse(readFileSync(join(folder, LIST), 'utf8')) as { files: unknown[] };
    return files.filter(isInside);
  } catch {
    throw new OutcryError(
      `${folder} has files and no ${LIST}; name an empty folder, or one that publish wrote`,
      EXIT.usage,
    );
  }
}

export function writeSite(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  const before = filesBefore(folder);
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeWhole(join(folder, name), content);
  }
  for (const name of before ?? []) if (!files.has(name)) rmSync(join(folder, name), { force: true });
  writeWhole(join(folder, LIST), `${JSON.stringify({ files: [...files.keys()].sort() }, null, 2)}\n`);
}
