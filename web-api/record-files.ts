/** Reads the run records under a results folder, again only where a file has changed. */
import { existsSync, lstatSync, readFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { type KeptRecord, upgrade } from '../protocol/upgrade.ts';
import { RecordError } from './errors.ts';
import { RecordCache } from './record-cache.ts';
import { EXAMPLE, filesBelow, foldersIn, type Problem } from './record-folders.ts';
import { indexFile, indexFolder } from './record-index/place.ts';
import { type IndexedFile, isBusy, RecordIndex } from './record-index/record-index.ts';
import { parseRecord, RECORD_LIMIT_BYTES } from './record-text.ts';
import { headOf, type RunSummary, summarize } from './run-summary.ts';

/** Others get their turn after as many files read. */
const READS_AT_ONCE = 8;
/** Others get their turn after as many looks at files. */
const LOOKS_AT_ONCE = 500;
/** After as many files read anew the index is written, so that little is lost when the process is killed. */
const SAVE_AFTER = 512;
/** A file that is younger may change once more within the same tick of its file system's clock: no other process is told of it. */
const YOUNG_MS = 2_000;

/** Where the index of the records lies. */
export interface IndexOptions {
  /** Holds the indexes of all results folders; by default one in the user's cache. */
  folder?: string;
  /** Fewer files than these are read as fast as an index, which is then not written. */
  from?: number;
}

const WORTH_AN_INDEX = 100;

/** A file as it was last read. */
export interface RecordFile extends IndexedFile {
  /** Null when it is no record, or when the index has it. */
  summary: RunSummary | null;
  /** The index is to be told, and was not yet. */
  unsaved: boolean;
  /** What `stamp` is made of, once it was held against the file; null before. */
  seen: Pick<Stats, 'mtimeMs' | 'size' | 'ino'> | null;
}

/** All files that are there, in the order of their names; the same array as long as nothing has changed. */
export interface Scan {
  entries: readonly RecordFile[];
  /** Folders that cannot be read. */
  problems: Problem[];
}

/** Changes when a file is rewritten, by whomever. */
const stampOf = ({ mtimeMs, size, ino }: Stats): string => `${mtimeMs}/${size}/${ino}`;

/**
 * Whether the file is as it was when it was read. Numbers are compared once a text of them was: to make ten thousand texts takes as long
 * as to sort a list.
 */
function isUnchanged(entry: RecordFile, stats: Stats): boolean {
  const { seen } = entry;
  const { mtimeMs, size, ino } = stats;
  if (seen !== null) return seen.mtimeMs === mtimeMs && seen.size === size && seen.ino === ino;
  if (entry.stamp !== stampOf(stats)) return false;
  entry.seen = { mtimeMs, size, ino };
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
  #known = new Map<string, RecordFile>();
  #entries: readonly RecordFile[] = [];
  /** Undefined: not opened yet; null: there is none. */
  #index: RecordIndex | null | undefined;
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
      // There is no results folder, or none that can be read: whoever asks for records is told.
    }
  }

  #indexFile(): string {
    return indexFile(this.#options.folder ?? indexFolder(), this.#root);
  }

  /** All files there are now. Who asks while others are being looked through shares the scan that follows. */
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
    if (this.#index === undefined && files.length >= (this.#options.from ?? WORTH_AN_INDEX)) this.#openIndex();
    const next = new Map<string, RecordFile>();
    const unread: { file: string; stats: Stats }[] = [];
    for (const [i, file] of files.entries()) {
      // One look takes a few microseconds; asked for through a promise it would take ten times as long.
      if (i % LOOKS_AT_ONCE === 0) await breathe();
      const stats = lookAt(`${this.#root}/${file}`);
      const known = this.#known.get(file);
      if (stats && known && isUnchanged(known, stats)) next.set(file, known);
      else if (stats) unread.push({ file, stats });
    }
    for (const [i, { file, stats }] of unread.entries()) {
      if (i % READS_AT_ONCE === 0) await breathe();
      const entry = this.#read(file, stats);
      if (entry) next.set(file, entry);
      if (i % SAVE_AFTER === 0) this.#save(next, []);
    }
    const gone = [...this.#known.keys()].filter((file) => !next.has(file));
    this.#save(next, gone);
    this.#known = next;
    this.#records.keep((file) => next.has(file));
    const entries = files.flatMap((file) => next.get(file) ?? []);
    const same = entries.length === this.#entries.length && entries.every((entry, i) => entry === this.#entries[i]);
    if (!same) this.#entries = entries;
    return { entries: this.#entries, problems };
  }

  #openIndex(): void {
    this.#index = null;
    let opened: ReturnType<typeof RecordIndex.open> = null;
    try {
      opened = RecordIndex.open(this.#indexFile());
    } catch {
      // Without an index the files are read.
    }
    if (opened === null) return;
    this.#index = opened.index;
    for (const file of opened.files) {
      if (!this.#known.has(file.file))
        this.#known.set(file.file, { ...file, summary: null, unsaved: false, seen: null });
    }
  }

  /** Tells the index what it does not know yet; what it has need not be kept in memory. */
  #save(files: Map<string, RecordFile>, gone: string[]): void {
    if (!this.#index) return;
    const unsaved = [...files.values()].filter((entry) => entry.unsaved);
    if (unsaved.length === 0 && gone.length === 0) return;
    try {
      this.#index.write(unsaved, gone);
      for (const entry of unsaved) Object.assign(entry, { summary: null, unsaved: false });
    } catch (error) {
      // When another process is writing, the next scan tries again.
      if (!isBusy(error)) this.#loseIndex();
    }
  }

  #loseIndex(): void {
    this.#index?.discard();
    this.#index = null;
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
    for (const [i, file] of files.entries()) {
      if (i % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await breathe();
      if (!lookAt(`${this.#root}/${file}`)) continue;
      const entry = this.#look(file);
      if (entry && entry.head !== null) return entry;
    }
    return null;
  }

  /** As {@link find}, of several ids: the folders are gone through once for all of them. Ids that are not there are left out. */
  async findAll(ids: readonly string[]): Promise<Map<string, RecordFile>> {
    const found = new Map<string, RecordFile>();
    const note = (id: string, entry: RecordFile | null) => entry?.head && !found.has(id) && found.set(id, entry);
    if (ids.length === 1) note(ids[0]!, await this.find(ids[0]!));
    if (ids.length <= 1) return found;
    const wanted = new Set(ids);
    const isExample = (file: string) => file.startsWith(`${EXAMPLE}/`);
    const { files } = filesBelow(this.#root);
    for (const file of [...files.filter((each) => !isExample(each)), ...files.filter(isExample)]) {
      const id = file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
      if (wanted.has(id) && !found.has(id)) note(id, this.#look(file));
    }
    return found;
  }

  /** The file's entry, read again if it has changed, and remembered; null when it is gone or has no content yet. */
  #look(file: string): RecordFile | null {
    const known = this.#known.get(file);
    const stats = lookAt(join(this.#root, file));
    if (stats && known && isUnchanged(known, stats)) return known;
    const entry = stats ? this.#read(file, stats) : null;
    if (entry) this.#known.set(file, entry);
    return entry;
  }

  /** What lists show of a file that {@link scan} found; null when it has gone or broken since. */
  summary(entry: RecordFile): RunSummary | null {
    if (entry.summary) return entry.summary;
    try {
      const summary = this.#index?.summary(entry.file, entry.stamp);
      if (summary) return summary;
    } catch (error) {
      if (!isBusy(error)) this.#loseIndex();
    }
    return this.#read(entry.file)?.summary ?? null;
  }

  /** The whole record of a file that {@link scan} or {@link find} found; null when it has gone or broken since. */
  load({ file, stamp, bytes }: RecordFile): KeptRecord | null {
    const cached = this.#records.get(file, stamp);
    if (cached) return cached;
    try {
      const path = join(this.#root, file);
      const text = readFileSync(path, 'utf8');
      const stats = lookAt(path);
      // Found good in this very state: checking again would take most of the time.
      if (stats && stampOf(stats) === stamp) {
        const record = JSON.parse(text) as KeptRecord;
        this.#records.set(file, stamp, bytes, record);
        return record;
      }
    } catch {
      // Gone or broken: reading it as a new one says which.
    }
    const entry = this.#read(file);
    return entry?.head ? this.load(entry) : null;
  }

  /** Not through promises: with these, to read thousands of small files takes several times as long. */
  #read(file: string, stats = lookAt(join(this.#root, file))): RecordFile | null {
    if (!stats) return null;
    const path = join(this.#root, file);
    const entry: RecordFile = {
      ...{ file, stamp: stampOf(stats), bytes: stats.size, head: null, problem: null },
      ...{ summary: null, unsaved: false, seen: null },
    };
    const isYoung = Date.now() - stats.mtimeMs < YOUNG_MS;
    try {
      if (stats.size === 0) return null; // claimed by a writer, not yet written
      if (stats.size > RECORD_LIMIT_BYTES) return { ...entry, problem: `is larger than ${RECORD_LIMIT_BYTES} bytes` };
      const record = parseRecord(readFileSync(path, 'utf8'), file);
      this.#records.set(file, entry.stamp, entry.bytes, record);
      const summary = summarize(upgrade(record), file.startsWith(`${EXAMPLE}/`));
      return { ...entry, summary, head: headOf(summary), unsaved: !isYoung };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      // What keeps a file from being read may go without the file changing.
      return { ...entry, problem: (error as Error).message, unsaved: error instanceof RecordError && !isYoung };
    }
  }

  /** Gives the index back; the next scan opens it again. */
  close(): void {
    this.#index?.close();
    this.#index = undefined;
  }
}
