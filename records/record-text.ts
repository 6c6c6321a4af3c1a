/** Run records as texts of files: how they are written and read. */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { RunRecord } from '../protocol/run-record.ts';
import { checkRecord } from './check-record.ts';
import { isPacked, readPacked, recordsIn } from './packed-session.ts';
import { EXAMPLE } from './problems.ts';
import { RecordError } from './record-errors.ts';
import { fileOf } from './record-folders.ts';

/** A record of more bytes than this is neither taken nor read. */
export const RECORD_LIMIT_BYTES = 20 * 1024 * 1024;

const tooLarge = (): RecordError => new RecordError('', `is larger than ${RECORD_LIMIT_BYTES} bytes`);

/** A record's text for people to read: indented, but arrays of numbers in one line. @throws RecordError when it is too large */
export function formatRecord(record: RunRecord): string {
  // JSON strings hold no line breaks, so what matches is an array.
  const numbers = /\[\n\s+((?:-?[\d.eE+-]+|null)(?:,\n\s+(?:-?[\d.eE+-]+|null))*)\n\s+\]/g;
  const indented = JSON.stringify(record, null, 2);
  const text = `${indented.replace(numbers, (_, list: string) => `[${list.replace(/,\n\s+/g, ', ')}]`)}\n`;
  if (Buffer.byteLength(text) > RECORD_LIMIT_BYTES) throw tooLarge();
  return text;
}

/** A text that should be a record. */
export interface RecordText {
  /** Path below the results folder; in a packed session, the packed file's path and the record's name in it. */
  file: string;
  /** The path below the results folder that the record must match. */
  place: string;
  text: string;
}

/**
 * The records' texts in a file of the folder `root`.
 * @param size of the file, bytes: no larger one is read
 * @throws RecordError when it is too large or cannot be unpacked; the file system's error
 */
export function readTexts(root: string, file: string, size: number): RecordText[] {
  const path = `${root}/${file}`;
  if (isPacked(file)) {
    return recordsIn(readPacked(path)).map(([name, text]) => ({
      file: `${file}/${name}`,
      place: `${dirname(file)}/${name}`,
      text,
    }));
  }
  if (size > RECORD_LIMIT_BYTES) throw tooLarge();
  return [{ file, place: file, text: readFileSync(path, 'utf8') }];
}

/** @throws RecordError that says why the text is no record */
export function parseRecord({ text, place }: RecordText): RunRecord {
  if (text.trim() === '') throw new RecordError('', 'is empty');
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new RecordError('', `is not JSON: ${(error as Error).message}`);
  }
  const record = checkRecord(data);
  const right = fileOf(record, place.startsWith(`${EXAMPLE}/`));
  if (right !== place) throw new RecordError('id', `and session.id say that this file belongs at ${right}`);
  return record;
}
