/** Reads the run records under a results folder, again only where a file has changed. */
import type { Dirent } from 'node:fs';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { type KeptRecord, upgrade } from '../protocol/upgrade.ts';
import { checkRecord } from './check-record.ts';
import { RecordError, storageError } from './errors.ts';
import { type RunSummary, summarize } from './run-summary.ts';

/** A record of more bytes than this is neither taken nor read. */
export const RECORD_LIMIT_BYTES = 20 * 1024 * 1024;

/** Records kept in memory so that merging again reads no file; beyond this they are read anew. */
const CACHE_BYTES = 200 * 1024 * 1024;
const READ_AT_ONCE = 16;

/** A file under the results folder that is no record, and why. */
export interface Problem {
  /** Path below the results folder, with `/`. */
  file: string;
  message: string;
}

/** A file as one would write it: indented, but arrays of numbers in one line. */
export function formatRecord(record: KeptRecord): string {
  // JSON strings hold no line breaks, so what matches is an array.
  const numbers = /\[\n\s+((?:-?[\d.eE+-]+|null)(?:,\n\s+(?:-?[\d.eE+-]+|null))*)\n\s+\]/g;
  const indented = JSON.stringify(record, null, 2);
  return `${indented.replace(numbers, (_, list: string) => `[${list.replace(/,\n\s+/g, ', ')}]`)}\n`;
}

/** A record's file as it was last read. */
export interface RecordFile {
  /** Absolute. */
  path: string;
  /** Path below the results folder, with `/`. */
  file: string;
  /** Changes when another process rewrites the file. */
  stamp: string;
  bytes: number;
  summary: RunSummary | null;
  record: KeptRecord | null;
  /** Why it is no record; null when it is one. */
  problem: string | null;
}

/** This folder of the results folder holds published figures, no runs. */
const REFERENCE = 'reference';

/** Where a record belongs, below the results folder. */
export function fileOf(record: KeptRecord, example = false): string {
  return `${example ? `${EXAMPLE}/` : ''}${record.session.id}/${record.id}.json`;
}

const EXAMPLE = 'example';

/** `<session>/<id>.json` and `example/<session>/<id>.json`: nothing of ours lies deeper. */
const DEPTH = 3;

interface Found {
  files: string[];
  /** Folders that cannot be read. */
  problems: Problem[];
}

async function walk(root: string, below: string, depth: number, found: Found): Promise<void> {
  const folder = join(root, below);
  let entries: Dirent[];
  try {
    entries = await fs.readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    const failure = storageError('cannot read', folder, error);
    if (below === '') throw failure;
    found.problems.push({ file: below, message: failure.message });
    return;
  }
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const file = below ? `${below}/${entry.name}` : entry.name;
    if (entry.isFile() && file.endsWith('.json')) found.files.push(file);
    else if (entry.isDirectory() && depth > 1 && file !== REFERENCE) await walk(root, file, depth - 1, found);
  }
}

/** Folders in which records may lie, other than hidden ones. @throws StorageError when `root` itself cannot be read */
async function foldersIn(root: string, below: string): Promise<string[]> {
  const folder = join(root, below);
  const entries = await fs.readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException): Dirent[] => {
    if (below === '' && error.code !== 'ENOENT') throw storageError('cannot read', folder, error);
    return [];
  });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  return below === '' ? names.filter((name) => name !== REFERENCE && name !== EXAMPLE) : names;
}

function parse(text: string, file: string): KeptRecord {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    throw new RecordError('', `is not JSON: ${(error as Error).message}`);
  }
  const record = checkRecord(data);
  const place = fileOf(record, file.startsWith('example/'));
  if (place !== file) throw new RecordError('id', `and session.id say that this file belongs at ${place}`);
  return record;
}

export class RecordFiles {
  readonly #root: string;
  #files = new Map<string, RecordFile>();
  #cachedBytes = 0;

  /** @param root the results folder, absolute; it need not exist yet */
  constructor(root: string) {
    this.#root = root;
  }

  /** All files there are now, in the order of their names; and the folders that cannot be read. */
  async scan(): Promise<{ entries: RecordFile[]; problems: Problem[] }> {
    const found: Found = { files: [], problems: [] };
    await walk(this.#root, '', DEPTH, found);
    const files = found.files.sort();
    const next = new Map<string, RecordFile>();
    for (let i = 0; i < files.length; i += READ_AT_ONCE) {
      const read = await Promise.all(files.slice(i, i + READ_AT_ONCE).map((file) => this.#refresh(file)));
      for (const entry of read) if (entry) next.set(entry.file, entry);
    }
    this.#files = next;
    this.#cachedBytes = [...next.values()].reduce((sum, { record, bytes }) => sum + (record ? bytes : 0), 0);
    return { entries: [...next.values()], problems: found.problems };
  }

  /**
   * The good record of this id, the user's own before an example; null when there is none. A record's file is called by its id, so
   * this looks for that name in each session's folder and reads nothing else.
   */
  async find(id: string): Promise<RecordFile | null> {
    const own = await foldersIn(this.#root, '');
    const examples = await foldersIn(this.#root, EXAMPLE);
    const files = [
      ...own.map((session) => `${session}/${id}.json`).sort(),
      ...examples.map((session) => `${EXAMPLE}/${session}/${id}.json`).sort(),
    ];
    for (let i = 0; i < files.length; i += READ_AT_ONCE) {
      const found = await Promise.all(files.slice(i, i + READ_AT_ONCE).map((file) => this.#look(file)));
      const good = found.find((entry) => entry !== null && entry.summary !== null);
      if (good) return good;
    }
    return null;
  }

  /** As {@link #refresh}, and remembered. */
  async #look(file: string): Promise<RecordFile | null> {
    const known = this.#files.get(file);
    const entry = await this.#refresh(file);
    if (entry === known) return entry;
    if (known?.record) this.#cachedBytes -= known.bytes;
    if (entry) this.#files.set(file, entry);
    else this.#files.delete(file);
    return entry;
  }

  /** The whole record of a file that {@link scan} found; null when it has gone or broken since. */
  async load(entry: RecordFile): Promise<KeptRecord | null> {
    return entry.record ?? (await this.#read(entry.file))?.record ?? null;
  }

  /** The file's entry, read again if it has changed; null when it is gone or has no content yet. */
  async #refresh(file: string): Promise<RecordFile | null> {
    const known = this.#files.get(file);
    try {
      const { mtimeMs, size, ino } = await fs.stat(join(this.#root, file));
      if (known?.stamp === `${mtimeMs}/${size}/${ino}`) return known;
    } catch {
      return null;
    }
    return await this.#read(file);
  }

  async #read(file: string): Promise<RecordFile | null> {
    const path = join(this.#root, file);
    let stamp = '';
    let bytes = 0;
    const broken = (problem: string): RecordFile => ({
      path,
      file,
      stamp,
      bytes,
      summary: null,
      record: null,
      problem,
    });
    try {
      const { mtimeMs, size, ino } = await fs.stat(path);
      stamp = `${mtimeMs}/${size}/${ino}`;
      bytes = size;
      if (size === 0) return null; // claimed by a writer, not yet written
      if (size > RECORD_LIMIT_BYTES) return broken(`is larger than ${RECORD_LIMIT_BYTES} bytes`);
      const record = parse(await fs.readFile(path, 'utf8'), file);
      const keep = this.#cachedBytes + bytes <= CACHE_BYTES;
      if (keep) this.#cachedBytes += bytes;
      const summary = summarize(upgrade(record), file.startsWith('example/'));
      return { path, file, stamp, bytes, summary, record: keep ? record : null, problem: null };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      return broken((error as Error).message);
    }
  }
}
