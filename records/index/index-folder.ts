/** Where the index of a results folder lies, and how unused indexes go. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runRecordSchema } from '../../protocol/run-record-schema.ts';
import { cacheFolder } from '../../setup/tools/locate.ts';

/** Raise it when an index holds something else, or when what is taken for a good record changes other than by its schema. */
const VERSION = 2;

const UNUSED_MS = 90 * 24 * 3_600_000;

/** In the user's cache, not beside the results: these may be read-only, or shared with machines that cannot share a SQLite file. */
export const indexFolder = (): string => join(cacheFolder(), 'record-index');

/** The file below `folder`, by the real path of the results and by what this Outcry takes for a record: another one has its own. */
export function indexFile(folder: string, results: string): string {
  const what = [VERSION, realpathSync(results), runRecordSchema];
  return join(folder, `${createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32)}.sqlite`);
}

/** The index and what SQLite keeps beside it. */
export function removeIndex(file: string): void {
  for (const end of ['', '-journal']) rmSync(`${file}${end}`, { force: true });
}

/** Makes `folder`, and removes indexes from it that no process has opened for a quarter of a year. */
export function tidyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.sqlite'))) {
    const file = join(folder, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > UNUSED_MS) removeIndex(file);
  }
}
