/** Reads the run records under a results folder, again only where a file has changed. */
import { existsSync, lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { RunRecord } from '../protocol/run-record.ts';
import { isPacked, PACKED } from './packed-session.ts';
import { EXAMPLE, type Problem } from './problems.ts';
import { RecordCache } from './record-cache.ts';
import { RecordError } from './record-errors.ts';
import { filesBelow, namesIn, sessionFolders } from './record-folders.ts';
import { addToIndex, type IndexedFile, type IndexedRecord, indexFile, indexFolder, readIndex } from './record-index.ts';
import { parseRecord, type RecordText, readTexts } from './record-text.ts';
import { headOf } from './run-summary.ts';

/** Other work has its turn after as many files read. */
const READS_AT_ONCE = 8;
/** Other work has its turn after as many looks at files. */
const LOOKS_AT_ONCE = 500;
/** After as many files read anew the index is written, so that a kill loses little. */
const SAVE_AFTER = 512;
/** A younger file may change once more within the same tick of its file system's clock, so nothing about it is kept. */
const YOUNG_MS = 2_000;

/** The options for the index of the records. */
export interface IndexOptions {
  /** Holds the indexes of all results folders; by default one in the user's cache. */
  folder?: string;
  /** Fewer files than these are read as fast as an index, which is then not written. */
  from?: number;
}

const WORTH_AN_INDEX = 100;
/** A packed session counts as this many files: how many records it holds is not known before it is read. */
const RECORDS_IN_PACKED = 20;

/** A record as it was last read. */
export interface RecordFile extends IndexedRecord {
  /** The file it lies in, and that file's state. */
  source: string;
  stamp: string;
}

/** A file as it was last read. */
interface KnownFile extends IndexedFile {
  records: RecordFile[];
  /** The index does not have it yet. */
  unsaved: boolean;
  /** The file state behind `stamp`, once it was compared with the file; null before. */
  seen: Pick<Stats, 'mtimeMs' | 'size' | 'ino'> | null;
}

/** All records that are there, in the order of their files' names; the same array as long as nothing has changed. */
export interface Scan {
  entries: readonly RecordFile[];
  /** Folders that cannot be read. */
  problems: Problem[];
}

/** Changes when a file is rewritten. */
const stampOf = ({ mtimeMs, size, ino }: Stats): string => `${mtimeMs}/${size}/${ino}`;

/** Tells whether a file with this stamp is old enough that any change shows in its stamp. */
export const isSettled = (stamp: string): boolean => Date.now() - Number.parseFloat(stamp) >= YOUNG_MS;

/**
 * Tells whether the file is unchanged since it was read. Numbers are compared once a text of them was: making ten thousand texts takes as
 * long as sorting a list.
 */
function isUnchanged(known: KnownFile, stats: Stats): boolean {
  const { seen } = known;
  const { mtimeMs, size, ino } = stats;
  if (seen !== null) return seen.mtimeMs === mtimeMs && seen.size === size && seen.ino === ino;
  if (known.stamp !== stampOf(stats)) return false;
  known.seen = { mtimeMs, size, ino };
  return true;
}

/** A file's state; undefined when there is none, or a link, which is not followed. */
function lookAt(path: string): Stats | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats?.isFile() ? stats : undefined;
  } catch {
    return undefined;
  }
}

export class RecordFiles {
  readonly #root: string;
  readonly #options: IndexOptions;
  readonly #records = new RecordCache();
  /** The file that was read last: a packed session is unpacked once for all its records, which may be too many for the cache. */
  #last: { source: string; stamp: string; texts: ReadonlyMap<string, string> } = {
    source: '',
    stamp: '',
    texts: new Map(),
  };
  #known = new Map<string, KnownFile>();
  #entries: readonly RecordFile[] = [];
  /** The path of the index. Undefined: not read yet; null: there is none, or none that can be written. */
  #index: string | null | undefined;
  #scanning: Promise<unknown> = Promise.resolve();
  #next: Promise<Scan> | null = null;

  /** @param root the results folder, absolute; it need not exist yet */
  constructor(root: string, options: IndexOptions = {}) {
    this.#root = root;
    this.#options = options;
  }

  /** Looks through the files once where there is an index of them. */
  async prepare(): Promise<void> {
    try {
      if (existsSync(this.#indexFile())) await this.scan();
    } catch {
      // There is no results folder, or none that can be read: the first request for records says so.
    }
  }

  #indexFile(): string {
    return indexFile(this.#options.folder ?? indexFolder(), this.#root);
  }

  /** All records there are now. Calls during a scan share the next one. */
  async scan(): Promise<Scan> {
    this.#next ??= this.#scanning.then(async () => {
      this.#next = null;
      return await this.#scan();
    });
    const scan = this.#next;
    this.#scanning = scan.catch(() => {});
    return await scan;
  }

  async #scan(): Promise<Scan> {
    const { files, problems } = filesBelow(this.#root);
    const records = files.reduce((sum, file) => sum + (isPacked(file) ? RECORDS_IN_PACKED : 1), 0);
    if (this.#index === undefined && records >= (this.#options.from ?? WORTH_AN_INDEX)) this.#readIndex();
    const next = new Map<string, KnownFile>();
    const unread: { file: string; stats: Stats }[] = [];
    for (const [i, file] of files.entries()) {
      // One look takes a few microseconds; through a promise it would take ten times as long.
      if (i % LOOKS_AT_ONCE === 0) await breathe();
      const stats = lookAt(`${this.#root}/${file}`);
      const known = this.#known.get(file);
      if (stats && known && isUnchanged(known, stats)) next.set(file, known);
      else if (stats) unread.push({ file, stats });
    }
    for (const [i, { file, stats }] of unread.entries()) {
      if (i % READS_AT_ONCE === 0) await breathe();
      const read = this.#read(file, stats);
      if (read) next.set(file, read);
      if (i % SAVE_AFTER === 0) this.#save(next, []);
    }
    const gone = [...this.#known.keys()].filter((file) => !next.has(file));
    this.#save(next, gone);
    this.#known = next;
    const entries = files.flatMap((file) => next.get(file)?.records ?? []);
    const same = entries.length === this.#entries.length && entries.every((entry, i) => entry === this.#entries[i]);
    if (!same) {
      this.#entries = entries;
      const there = new Set(entries.map(({ file }) => file));
      this.#records.keep((file) => there.has(file));
    }
    return { entries: this.#entries, problems };
  }

  #readIndex(): void {
    this.#index = null;
    let files: IndexedFile[] = [];
    try {
      const path = this.#indexFile();
      files = readIndex(path);
      this.#index = path;
    } catch {
      // Without an index the files are read.
    }
    for (const { file, stamp, records } of files) {
      if (this.#known.has(file)) continue;
      const known = records.map((record) => ({ ...record, source: file, stamp }));
      this.#known.set(file, { file, stamp, records: known, unsaved: false, seen: null });
    }
  }

  /** Writes to the index what it does not have yet. */
  #save(files: Map<string, KnownFile>, gone: string[]): void {
    if (!this.#index) return;
    const unsaved = [...files.values()].filter((known) => known.unsaved);
    if (unsaved.length === 0 && gone.length === 0) return;
    try {
      addToIndex(this.#index, unsaved, gone);
      for (const known of unsaved) known.unsaved = false;
    } catch {
      // The disk is full, or the folder is gone: go on without.
      this.#index = null;
    }
  }

  /**
   * The good records of these ids, the user's own before examples. A record's file is called by its id, so this looks for the names in
   * each session's folder and reads no other file.
   */
  async find(ids: readonly string[]): Promise<Map<string, RecordFile>> {
    const found = new Map<string, RecordFile>();
    const wanted = new Set(ids);
    const [only] = wanted.size === 1 ? wanted : [];
    for (const [i, folder] of sessionFolders(this.#root).entries()) {
      if (found.size === wanted.size) break;
      if (i % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await breathe();
      // For one id two looks are faster than a list of the folder.
      const names = only === undefined ? namesIn(this.#root, folder) : [`${only}.json`, PACKED];
      const files = names.filter((name) => name === PACKED || wanted.has(name.slice(0, -'.json'.length)));
      for (const record of files.flatMap((name) => this.#look(`${folder}/${name}`)?.records ?? [])) {
        const id = record.head?.id;
        if (id !== undefined && wanted.has(id) && !found.has(id)) found.set(id, record);
      }
    }
    return found;
  }

  /** The file, read again if it has changed, and remembered; null when it is gone. */
  #look(file: string): KnownFile | null {
    const known = this.#known.get(file);
    const stats = lookAt(join(this.#root, file));
    if (stats && known && isUnchanged(known, stats)) return known;
    const read = stats ? this.#read(file, stats) : null;
    if (read) this.#known.set(file, read);
    return read;
  }

  /** The whole record that {@link scan} or {@link find} found; null when it has gone or broken since. */
  load({ file, source, stamp }: RecordFile): RunRecord | null {
    const cached = this.#records.get(file, stamp);
    if (cached) return cached;
    const path = join(this.#root, source);
    let loaded: RunRecord | null = null;
    try {
      // Found good in this very state: checking again would take most of the time.
      const text = this.#textsOf(source, stamp).get(file);
      if (text !== undefined) {
        loaded = JSON.parse(text) as RunRecord;
        this.#records.set(file, stamp, text.length, loaded);
      }
    } catch {
      // Gone or broken: reading it as a new one says which.
    }
    if (loaded) return loaded;
    const stats = lookAt(path);
    const now = stats && this.#read(source, stats)?.records.find((record) => record.file === file && record.head);
    return now ? this.load(now) : null;
  }

  /** The texts in a file by the records' paths; empty: it is in another state than `stamp`. */
  #textsOf(source: string, stamp: string): ReadonlyMap<string, string> {
    const path = join(this.#root, source);
    const before = lookAt(path);
    if (before === undefined || stampOf(before) !== stamp) return new Map();
    if (this.#last.source === source && this.#last.stamp === stamp) return this.#last.texts;
    const texts = new Map(readTexts(this.#root, source, before.size).map(({ file, text }) => [file, text]));
    const stats = lookAt(path);
    if (stats === undefined || stampOf(stats) !== stamp) return new Map();
    this.#last = { source, stamp, texts };
    return texts;
  }

  /** Not through promises: with these, to read thousands of small files takes several times as long. */
  #read(file: string, stats: Stats): KnownFile | null {
    const stamp = stampOf(stats);
    const isOld = isSettled(stamp);
    const known = (records: RecordFile[], unsaved: boolean) => ({ file, stamp, records, unsaved, seen: null });
    const broken = (error: unknown) => ({ head: null, problem: (error as Error).message, source: file, stamp });
    const check = (text: RecordText): RecordFile => {
      try {
        const record = parseRecord(text);
        this.#records.set(text.file, stamp, text.text.length, record);
        const head = headOf(record, file.startsWith(`${EXAMPLE}/`));
        return { file: text.file, head, problem: null, source: file, stamp };
      } catch (error) {
        if (!(error instanceof RecordError)) throw error;
        return { file: text.file, ...broken(error) };
      }
    };
    try {
      return known(readTexts(this.#root, file, stats.size).map(check), isOld);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      // The reason why a file cannot be read may go without the file changing.
      return known([{ file, ...broken(error) }], isOld && error instanceof RecordError);
    }
  }
}
