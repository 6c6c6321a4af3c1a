/**
 * The format of a packed session: one gzip file that holds the files of a session's folder, each by its name and with its exact text.
 * Unpacked it is JSON: `{"schema": "outcry/packed-session@1", "files": {"<name>": "<text>"}}`.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { RecordError } from './record-errors.ts';

/** The file's name; it lies in the folder of its session. */
export const PACKED = 'records.json.gz';

/** A packed session is neither written nor read beyond this, unpacked: a file of a few kB may say that it holds terabytes. */
export const UNPACKED_LIMIT_BYTES = 128 * 1024 * 1024;

const SCHEMA = 'outcry/packed-session@1';

/** Named by errors about the whole file. */
const WHOLE = 'the packed session';

/** The byte of a gzip header that names the operating system, and its value for an unknown one. */
const SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 255;

export const isPacked = (file: string): boolean => basename(file) === PACKED;

const tooLarge = () => new RecordError(WHOLE, `holds more than ${UNPACKED_LIMIT_BYTES} bytes`);

/** The same files give the same bytes: in the order of their names, without a time. @throws RecordError when they are too large */
export function pack(files: ReadonlyMap<string, string>): Buffer {
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = Buffer.from(JSON.stringify({ schema: SCHEMA, files: Object.fromEntries(sorted) }));
  if (text.length > UNPACKED_LIMIT_BYTES) throw tooLarge();
  const packed = gzipSync(text, { level: 9 });
  packed[SYSTEM_BYTE] = UNKNOWN_SYSTEM;
  return packed;
}

/** The files in a packed session, by name. @throws RecordError when it is broken or too large */
export function unpack(packed: Buffer): Map<string, string> {
  const { schema, files } = parse(gunzip(packed)) as { schema?: unknown; files?: unknown };
  if (schema !== SCHEMA) throw new RecordError('schema', `must be "${SCHEMA}"`);
  const entries = typeof files === 'object' && files !== null ? Object.entries(files) : [];
  if (entries.length === 0) throw new RecordError('files', 'must hold a text for each file');
  for (const [name, text] of entries) {
    if (typeof text !== 'string') throw new RecordError(`files.${name.slice(0, 100)}`, 'must be a text');
  }
  return new Map(entries);
}

function gunzip(packed: Buffer): string {
  try {
    return gunzipSync(packed, { maxOutputLength: UNPACKED_LIMIT_BYTES }).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw new RecordError(
      WHOLE,
      `is not whole: ${(error as Error).message}; take the file from where it came from again`,
    );
  }
}

function parse(text: string): object {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch (error) {
    throw new RecordError(WHOLE, `is not JSON once unpacked: ${(error as Error).message}`);
  }
}

/** Those of a packed session's files that are its records: not the session file, and no discarded run. */
export const recordsIn = (files: ReadonlyMap<string, string>): [name: string, text: string][] =>
  [...files].filter(([name]) => /^[^./][^/]*\.json$/.test(name));

/** The files in the packed session at `path`, by name. @throws as {@link unpack}; the file system's error */
export function readPacked(path: string): Map<string, string> {
  if (statSync(path).size > UNPACKED_LIMIT_BYTES) throw tooLarge();
  return unpack(readFileSync(path));
}
