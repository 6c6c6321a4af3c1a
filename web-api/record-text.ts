/** A run record as the text of its file, and where that file lies. */
import type { KeptRecord } from '../protocol/upgrade.ts';
import { checkRecord } from './check-record.ts';
import { RecordError } from './errors.ts';
import { EXAMPLE } from './record-folders.ts';

/** A record of more bytes than this is neither taken nor read. */
export const RECORD_LIMIT_BYTES = 20 * 1024 * 1024;

/** A file as one would write it: indented, but arrays of numbers in one line. */
export function formatRecord(record: KeptRecord): string {
  // JSON strings hold no line breaks, so what matches is an array.
  const numbers = /\[\n\s+((?:-?[\d.eE+-]+|null)(?:,\n\s+(?:-?[\d.eE+-]+|null))*)\n\s+\]/g;
  const indented = JSON.stringify(record, null, 2);
  return `${indented.replace(numbers, (_, list: string) => `[${list.replace(/,\n\s+/g, ', ')}]`)}\n`;
}

/** Where a record belongs, below the results folder. */
export function fileOf(record: KeptRecord, example = false): string {
  return `${example ? `${EXAMPLE}/` : ''}${record.session.id}/${record.id}.json`;
}

/** @throws RecordError that says why the text of `file` is no record */
export function parseRecord(text: string, file: string): KeptRecord {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new RecordError('', `is not JSON: ${(error as Error).message}`);
  }
  const record = checkRecord(data);
  const place = fileOf(record, file.startsWith(`${EXAMPLE}/`));
  if (place !== file) throw new RecordError('id', `and session.id say that this file belongs at ${place}`);
  return record;
}
