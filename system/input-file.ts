/** Reads files that users name; refuses devices, endless files and files that change meanwhile with a sentence. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { EXIT, OutcryError } from './errors.ts';

const CHUNK_BYTES = 1024 * 1024;

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  if (stats.isSocket()) return 'a socket';
  return 'a device';
}

/** Reads to the end, but not further than one byte over `limitBytes`: a file's size may say less than it holds. */
function readUpTo(descriptor: number, limitBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  while (total <= limitBytes) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, limitBytes + 1 - total));
    const bytes = readSync(descriptor, chunk);
    if (bytes === 0) break;
    chunks.push(chunk.subarray(0, bytes));
    total += bytes;
  }
  return Buffer.concat(chunks);
}

/** The first bytes of content that is no text in UTF-8, and what to do about it. */
const ENCODINGS: readonly (readonly [string, string])[] = [
  ['fffe', 'is UTF-16; save it as UTF-8 (PowerShell: Out-File -Encoding utf8)'],
  ['feff', 'is UTF-16; save it as UTF-8 (PowerShell: Out-File -Encoding utf8)'],
  ['1f8b', 'is compressed by gzip; unpack it first'],
  ['504b0304', 'is a ZIP archive; unpack it first'],
];

function oddEncoding(content: Buffer): string | null {
  const begin = content.subarray(0, 4).toString('hex');
  return ENCODINGS.find(([mark]) => begin.startsWith(mark))?.[1] ?? null;
}

/** A limit as people say it. */
function sizeOf(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
}

/**
 * The text of a regular file of at most this many bytes.
 * @param what its kind, such as "a file of runs"
 * @param read reads an open file; tests replace it
 * @throws OutcryError (wrong use) that names the path and what is wrong with it
 */
export function readInputFile(path: string, limitBytes: number, what: string, read = readUpTo): string {
  const refuse = (problem: string) => new OutcryError(`${path}: ${problem}`, EXIT.usage);
  const tooLarge = () => refuse(`larger than ${sizeOf(limitBytes)}; not ${what}`);
  let descriptor: number | undefined;
  try {
    // A pipe that nobody writes to would hold us at its opening.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const before = fstatSync(descriptor);
    if (!before.isFile()) throw refuse(`is ${kindOf(before)}, not a file; save its content to a file first`);
    if (before.size > limitBytes) throw tooLarge();
    const content = read(descriptor, limitBytes);
    if (content.length > limitBytes) throw tooLarge();
    if (fstatSync(descriptor).size !== before.size) {
      throw refuse('is still being written; name it when that has ended');
    }
    const odd = oddEncoding(content);
    if (odd !== null) throw refuse(odd);
    return new TextDecoder().decode(content);
  } catch (error) {
    if (error instanceof OutcryError) throw error;
    throw new OutcryError(`cannot read ${path}: ${(error as Error).message}`, EXIT.usage);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
