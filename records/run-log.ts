/** Keeps the log of a run beside its record: lines of JSON, compressed, in no list and no merge. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { RunRecord } from '../protocol/run-record.ts';
import { StorageError, storageError } from './record-errors.ts';
import { writeOnce } from './write-once.ts';

/** The end of the names of logs. */
export const LOG = '.log.jsonl.gz';

/**
 * Writes the log of a record that was kept.
 * @param results the results folder
 * @throws StorageError
 */
export async function writeLog(results: string, { session, id }: RunRecord, lines: readonly unknown[]): Promise<void> {
  const path = join(results, session.id, `${id}${LOG}`);
  try {
    await writeOnce(path, gzipSync(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      const message = `cannot write ${path}: it is there already, left by a run whose record is gone; move it away`;
      throw new StorageError(message, 'EEXIST', { cause: error });
    }
    throw storageError('cannot write', path, error);
  }
}
