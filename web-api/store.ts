/**
 * Keeps run records as files: `<results>/<session id>/<run id>.json`, written whole or not at all, never overwritten, and never
 * brought to another schema: whoever reads one of the first gets it upgraded.
 * Other processes may write to the same folder; every call sees what is there now.
 * `<results>/example/` has the same layout for the runs that come with Outcry; `<results>/reference/` holds
 * published figures (see reference.ts).
 */
import { join, resolve } from 'node:path';
import { RUN_ID_PATTERN, type RunRecord } from '../protocol/run-record.ts';
import { type KeptRecord, upgrade } from '../protocol/upgrade.ts';
import { EXIT, OutcryError } from '../system/errors.ts';
import { checkRecord } from './check-record.ts';
import { withClaim } from './claim.ts';
import { RecordError, RunExistsError, StorageError, storageError } from './errors.ts';
import { clearLeftovers } from './leftovers.ts';
import {
  fileOf,
  formatRecord,
  type Problem,
  RECORD_LIMIT_BYTES,
  type RecordFile,
  RecordFiles,
} from './record-files.ts';
import { matches, type RunFilter, type RunSummary, type SessionSummary, summarizeSessions } from './run-summary.ts';
import { makeFolder, writeOnce } from './write-once.ts';

export { RunExistsError } from './errors.ts';
export type { Problem } from './record-files.ts';
export type { RunFilter, RunSummary, SessionSummary } from './run-summary.ts';

const RUN_ID = new RegExp(RUN_ID_PATTERN);

/** A record whose file was read and found good. */
type Kept = RecordFile & { summary: RunSummary };

const byTime = (a: RunSummary, b: RunSummary): number => {
  const instant = ({ when }: RunSummary) => (when.startedAt === null ? 0 : Date.parse(when.startedAt));
  return (
    instant(a) - instant(b) ||
    a.session.id.localeCompare(b.session.id) ||
    a.identity.framework.localeCompare(b.identity.framework) ||
    a.identity.transport.localeCompare(b.identity.transport) ||
    a.identity.repetition - b.identity.repetition ||
    a.id.localeCompare(b.id)
  );
};

export class RunStore {
  /** The results folder, absolute. */
  readonly folder: string;
  readonly #files: RecordFiles;
  #clearing: Promise<void> | null = null;

  /** @param folder made when the first record is added */
  constructor(folder: string) {
    this.folder = resolve(folder);
    this.#files = new RecordFiles(this.folder);
  }

  /**
   * Checks and keeps a record. Of several of one id that come at once, from this process or another, one is kept, whatever
   * their sessions.
   * @returns its id and the absolute path of its file
   * @throws RecordError that names the field; RunExistsError; StorageError (full disk, folder not writable)
   */
  async add(data: unknown): Promise<{ id: string; path: string }> {
    const record = checkRecord(data);
    const text = formatRecord(record);
    if (Buffer.byteLength(text) > RECORD_LIMIT_BYTES) {
      throw new RecordError('', `is larger than ${RECORD_LIMIT_BYTES} bytes`);
    }
    const path = join(this.folder, fileOf(record));
    await this.#makeFolder();
    this.#clearing ??= clearLeftovers(this.folder);
    await this.#clearing;
    try {
      await withClaim(this.folder, record.id, async () => {
        const kept = await this.#find(record.id);
        if (kept) throw new RunExistsError(record.id, kept.path);
        await writeOnce(path, text);
      });
    } catch (error) {
      if (error instanceof RunExistsError || error instanceof StorageError) throw error;
      throw storageError('cannot write', path, error);
    }
    return { id: record.id, path };
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
    const record = await this.asKept(id);
    return record && upgrade(record);
  }

  /** The record just as its file has it, of whichever schema; null when there is none. @throws as {@link get} */
  async asKept(id: string): Promise<KeptRecord | null> {
    if (!RUN_ID.test(id)) {
      throw new OutcryError('id: a run id has only lower case letters, digits, ".", "_" and "-"', EXIT.usage);
    }
    const kept = await this.#find(id);
    return kept ? await this.#files.load(kept) : null;
  }

  /**
   * Summaries of the runs that match, oldest first. The examples are only among them when there is nothing else,
   * or when their session is asked for by name.
   */
  async list(filter: RunFilter = {}): Promise<RunSummary[]> {
    return (await this.#select(filter)).map(({ summary }) => summary);
  }

  /** The whole records of the runs that {@link list} gives, all of today's schema. */
  async records(filter: RunFilter = {}): Promise<RunRecord[]> {
    const loaded: RunRecord[] = [];
    for (const entry of await this.#select(filter)) {
      const record = await this.#files.load(entry);
      if (record) loaded.push(upgrade(record));
    }
    return loaded;
  }

  /** All sessions, newest first; the examples are marked as such. */
  async sessions(): Promise<SessionSummary[]> {
    return summarizeSessions((await this.#scan()).kept.map(({ summary }) => summary));
  }

  /** Files in the results folder that cannot be used, and why. */
  async problems(): Promise<Problem[]> {
    return (await this.#scan()).problems;
  }

  /** Good records by id (the user's own before an example of the same id), and what is wrong with the other files. */
  async #scan(): Promise<{ kept: Kept[]; problems: Problem[] }> {
    const kept = new Map<string, Kept>();
    const { entries, problems } = await this.#files.scan();
    const ownFirst = entries.sort((a, b) => Number(a.summary?.example ?? false) - Number(b.summary?.example ?? false));
    for (const entry of ownFirst) {
      if (entry.summary === null) {
        problems.push({ file: entry.file, message: entry.problem ?? 'cannot be read' });
        continue;
      }
      const twin = kept.get(entry.summary.id);
      if (twin)
        problems.push({ file: entry.file, message: `id: is also the id of ${twin.file}, which is used instead` });
      else kept.set(entry.summary.id, entry as Kept);
    }
    return { kept: [...kept.values()].sort((a, b) => byTime(a.summary, b.summary)), problems };
  }

  async #find(id: string): Promise<Kept | undefined> {
    const entry = await this.#files.find(id);
    return entry?.summary ? (entry as Kept) : undefined;
  }

  async #select(filter: RunFilter): Promise<Kept[]> {
    const { kept } = await this.#scan();
    const named = filter.session !== undefined;
    const onlyExamples = kept.every(({ summary }) => summary.example);
    return kept.filter(({ summary }) => (named || onlyExamples || !summary.example) && matches(summary, filter));
  }
}
