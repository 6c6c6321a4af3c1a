/**
 * Keeps run records as files: `<results>/<session id>/<run id>.json`, written whole or not at all, and never overwritten. Packed
 * sessions are read too, and never written.
 * Other processes may write to the same folder; every call sees what is there now.
 * `<results>/example/` has the same layout for the runs that come with Outcry; `<results>/reference/` holds
 * published figures (see reference.ts).
 */
import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { RUN_ID_PATTERN, type RunRecord } from '../protocol/run-record.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { underLocks } from '../system/lock.ts';
import { checkNewIds, checkRecord } from './check-record.ts';
import { discardedPath, readDiscarded } from './discarded.ts';
import type { Problem } from './problems.ts';
import { RunExistsError, StorageError, storageError } from './record-errors.ts';
import { type IndexOptions, isSettled, type RecordFile, RecordFiles } from './record-files.ts';
import { fileOf, LINK } from './record-folders.ts';
import { type Kept, sortOut } from './record-order.ts';
import { formatRecord } from './record-text.ts';
import { matches, type RunFilter, type RunHead, type RunSummary, summarize } from './run-summary.ts';
import { type SessionSummary, summarizeSessions } from './session-summary.ts';
import { clearLeftovers } from './unfinished-files.ts';
import { makeFolder, writeOnce } from './write-once.ts';

export { RunExistsError } from './record-errors.ts';
export type { RunFilter, RunSummary } from './run-summary.ts';
export type { SessionSummary } from './session-summary.ts';

const RUN_ID = new RegExp(RUN_ID_PATTERN);

/** A record that was kept: its id and the absolute path of its file. */
export interface Added {
  id: string;
  path: string;
}

/** Other work has its turn after as many records loaded. */
const LOADS_AT_ONCE = 8;

/** A record that is to be written. */
interface NewFile extends Added {
  text: string;
}

/** So many ids are locked together: writing their records takes seconds, much less than a lock of another host lasts. */
const LOCKS_AT_ONCE = 100;

/** A part of a list. */
export interface Page {
  /** The number of runs before it; by default none. */
  offset?: number;
  /** The largest number of runs in it; by default all. */
  limit?: number;
}

/** Runs that were asked for. */
export interface Selection {
  /** Changes when one of their files does. */
  state: string;
  runs: number;
  /** No file may still change without its state showing it. */
  isSettled: boolean;
  /** Reads the whole records. */
  records(): Promise<RunRecord[]>;
  /** Looks again for the same runs in the same state. */
  isUnchanged(): Promise<boolean>;
}

export class RunStore {
  /** The results folder, absolute. */
  readonly folder: string;
  readonly #files: RecordFiles;
  #clearing: Promise<void> | null = null;
  /** The results of the last reading of the files. */
  #sorted: { from: readonly RecordFile[]; kept: Kept[]; problems: Problem[] } | null = null;
  /** Of the same reading, once they were asked for. */
  #sessions: { from: readonly Kept[]; summaries: SessionSummary[] } | null = null;

  /**
   * @param folder made when the first record is added
   * @param index of the records; by default one in the user's cache
   */
  constructor(folder: string, index: IndexOptions = {}) {
    this.folder = resolve(folder);
    this.#files = new RecordFiles(this.folder, index);
  }

  /**
   * Checks and keeps a record. Of several of one id that come at once, from this process or another, one is kept, whatever
   * their sessions.
   * @returns its id and the absolute path of its file
   * @throws RecordError that names the field; RunExistsError; StorageError (full disk, folder not writable)
   */
  async add(data: unknown): Promise<Added> {
    const [outcome] = await this.addAll([data]);
    if (outcome instanceof RunExistsError) throw outcome;
    return outcome!;
  }

  /**
   * As {@link add}, of several records in their order, with one look through the folder for a hundred of them.
   * @returns for each what `add` returns, or the error where a run of its id was kept before
   * @throws RecordError before any is kept; StorageError, when those before it are kept
   */
  async addAll(data: readonly unknown[]): Promise<(Added | RunExistsError)[]> {
    return await this.addChecked(data.map(checkRecord));
  }

  /** As {@link addAll}, of records that `checkRecord` has passed. */
  async addChecked(records: readonly RunRecord[]): Promise<(Added | RunExistsError)[]> {
    const files: NewFile[] = [];
    for (const record of records) {
      checkNewIds(record);
      files.push({ id: record.id, path: join(this.folder, fileOf(record)), text: formatRecord(record) });
      if (files.length % LOCKS_AT_ONCE === 0) await breathe();
    }
    await this.#makeFolder();
    await this.clearLeftovers();
    const outcomes: (Added | RunExistsError)[] = [];
    for (let i = 0; i < files.length; i += LOCKS_AT_ONCE) {
      outcomes.push(...(await this.#addLocked(files.slice(i, i + LOCKS_AT_ONCE))));
    }
    return outcomes;
  }

  /** Removes what processes that were killed left among the records. Done once, and before anything is added. */
  async clearLeftovers(): Promise<void> {
    this.#clearing ??= clearLeftovers(this.folder);
    await this.#clearing;
  }

  async #addLocked(files: readonly NewFile[]): Promise<(Added | RunExistsError)[]> {
    const outcomes: (Added | RunExistsError)[] = [];
    const ids = [...new Set(files.map(({ id }) => id))].sort();
    try {
      await underLocks(this.folder, ids, async () => {
        const found = await this.#files.find(ids);
        const paths = new Map([...found].map(([id, { file }]) => [id, join(this.folder, file)]));
        for (const { id, path, text } of files) {
          const kept = paths.get(id);
          if (kept === undefined) await this.#write(path, text);
          paths.set(id, kept ?? path);
          outcomes.push(kept === undefined ? { id, path } : new RunExistsError(id, kept));
        }
      });
    } catch (error) {
      if (error instanceof StorageError) throw error;
      throw storageError('cannot write', (files[outcomes.length] ?? files[0]!).path, error);
    }
    return outcomes;
  }

  /** @throws StorageError where the session's folder is a link: what lies behind it is not read; the file system's error */
  async #write(path: string, text: string): Promise<void> {
    const folder = dirname(path);
    if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new StorageError(`cannot write ${path}: ${folder} ${LINK}`, 'ELOOP');
    }
    await writeOnce(path, text);
  }

  /**
   * Checks and keeps a run that was discarded and done again, as `<session>/.discarded/<id>.<when>.json`: in no list and no merge.
   * @throws as {@link add}
   */
  async discard(data: unknown): Promise<{ path: string }> {
    const record = checkRecord(data);
    const path = join(this.folder, discardedPath(record));
    await this.#makeFolder();
    try {
      await writeOnce(path, formatRecord(record));
    } catch (error) {
      throw storageError('cannot write', path, error);
    }
    return { path };
  }

  /** Returns the discarded runs of a session with the run id `id`, oldest first. */
  async discardedOf(session: string, id: string): Promise<RunRecord[]> {
    return await readDiscarded(this.folder, session, id);
  }

  async #makeFolder(): Promise<void> {
    try {
      await makeFolder(this.folder);
    } catch (error) {
      throw storageError('cannot write', this.folder, error);
    }
  }

  /** The record, or null when there is none. @throws OutcryError for an id that no run can have */
  async get(id: string): Promise<RunRecord | null> {
    if (!RUN_ID.test(id)) {
      throw new OutcryError('id: a run id has only lower case letters, digits, ".", "_" and "-"', EXIT.usage);
    }
    const kept = await this.#find(id);
    return kept ? this.#files.load(kept) : null;
  }

  /**
   * Summaries of the runs that match, oldest first. The examples are only among them when there is nothing else,
   * or when their session is asked for by name.
   */
  async list(filter: RunFilter = {}): Promise<RunSummary[]> {
    return (await this.page(filter)).runs;
  }

  /** A part of what {@link list} gives, and of how many. */
  async page(filter: RunFilter, { offset = 0, limit }: Page = {}): Promise<{ total: number; runs: RunSummary[] }> {
    const selected = await this.#select(filter);
    const part = selected.slice(offset, limit === undefined ? undefined : offset + limit);
    const runs = await this.#map(part, (record, { head }) => summarize(record, head.example));
    return { total: selected.length, runs };
  }

  /** The heads of the runs that {@link list} gives; reads no record again. */
  async heads(filter: RunFilter = {}): Promise<RunHead[]> {
    return (await this.#select(filter)).map(({ head }) => head);
  }

  /** The whole records of the runs that {@link list} gives. */
  async records(filter: RunFilter = {}): Promise<RunRecord[]> {
    return await this.#load(await this.#select(filter));
  }

  /**
   * As {@link records}, but nothing is read before it is asked for.
   * @param isMeant narrows the runs down further
   */
  async selection(filter: RunFilter, isMeant: (run: RunHead) => boolean = () => true): Promise<Selection> {
    const selected = (await this.#select(filter)).filter(({ head }) => isMeant(head));
    const state = createHash('sha256');
    for (const { file, stamp } of selected) state.update(`${file}\n${stamp}\n`);
    const digest = state.digest('hex');
    return {
      state: digest,
      runs: selected.length,
      isSettled: selected.every(({ stamp }) => isSettled(stamp)),
      records: () => this.#load(selected),
      isUnchanged: async () => (await this.selection(filter, isMeant)).state === digest,
    };
  }

  async #load(selected: readonly Kept[]): Promise<RunRecord[]> {
    return await this.#map(selected, (record) => record);
  }

  /** What `make` makes of each record that is still there, in the order of `selected`. Records are read file by file: each is unpacked once. */
  async #map<Made>(selected: readonly Kept[], make: (record: RunRecord, entry: Kept) => Made): Promise<Made[]> {
    const made = new Map<number, Made>();
    const byFile = [...selected.entries()].sort(([, { source: a }], [, { source: b }]) => (a < b ? -1 : a > b ? 1 : 0));
    for (const [i, [place, entry]] of byFile.entries()) {
      if (i % LOADS_AT_ONCE === 0) await breathe();
      const record = this.#files.load(entry);
      if (record) made.set(place, make(record, entry));
    }
    return selected.flatMap((_, place) => (made.has(place) ? [made.get(place)!] : []));
  }

  /** All sessions, newest first; the examples are marked as such. */
  async sessions(): Promise<SessionSummary[]> {
    const { kept } = await this.#scan();
    if (this.#sessions?.from !== kept)
      this.#sessions = { from: kept, summaries: summarizeSessions(kept.map(({ head }) => head)) };
    return this.#sessions.summaries;
  }

  /** Files in the results folder that cannot be used, and why. */
  async problems(): Promise<Problem[]> {
    return (await this.#scan()).problems;
  }

  /** Reads the index of the records, if there is one, and scans their files, so that the first request need not wait for it. */
  async prepare(): Promise<void> {
    await this.#files.prepare();
  }

  /** Good records by id (the user's own before an example of the same id), and what is wrong with the other files. */
  async #scan(): Promise<{ kept: Kept[]; problems: Problem[] }> {
    const { entries, problems } = await this.#files.scan();
    if (this.#sorted?.from !== entries) this.#sorted = { from: entries, ...sortOut(entries) };
    return { kept: this.#sorted.kept, problems: [...problems, ...this.#sorted.problems] };
  }

  async #find(id: string): Promise<Kept | undefined> {
    return (await this.#files.find([id])).get(id) as Kept | undefined;
  }

  async #select(filter: RunFilter): Promise<Kept[]> {
    const { kept } = await this.#scan();
    const named = filter.session !== undefined;
    const onlyExamples = kept.every(({ head }) => head.example);
    return kept.filter(({ head }) => (named || onlyExamples || !head.example) && matches(head, filter));
  }
}
