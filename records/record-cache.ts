/** Whole records kept in memory, so that merging again reads no file. */
import type { RunRecord } from '../protocol/run-record.ts';

/** Of files, bytes; beyond this records are read anew. */
const CACHE_BYTES = 200 * 1024 * 1024;

interface Cached {
  stamp: string;
  bytes: number;
  record: RunRecord;
}

export class RecordCache {
  readonly #records = new Map<string, Cached>();
  #bytes = 0;

  /** The record of a file in the state that `stamp` says. */
  get(file: string, stamp: string): RunRecord | null {
    const cached = this.#records.get(file);
    return cached?.stamp === stamp ? cached.record : null;
  }

  /** @param bytes size of the file */
  set(file: string, stamp: string, bytes: number, record: RunRecord): void {
    this.drop(file);
    if (this.#bytes + bytes > CACHE_BYTES) return;
    this.#bytes += bytes;
    this.#records.set(file, { stamp, bytes, record });
  }

  drop(file: string): void {
    this.#bytes -= this.#records.get(file)?.bytes ?? 0;
    this.#records.delete(file);
  }

  /** Drops the records of all files but those that `isThere`. */
  keep(isThere: (file: string) => boolean): void {
    for (const file of this.#records.keys()) if (!isThere(file)) this.drop(file);
  }
}
