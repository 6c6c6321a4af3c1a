/** Merges as they were answered, for as long as none of their records changes. */
import { mergeRuns } from '../merge/index.ts';
import type { RunFilter, RunStore } from '../records/store.ts';

/** Of text, characters; the least recently used answer goes first. */
const CACHE_CHARACTERS = 64 * 1024 * 1024;

export class MergeCache {
  readonly #store: RunStore;
  /** By what was merged, the one last asked for last. */
  readonly #answers = new Map<string, string>();
  #characters = 0;

  constructor(store: RunStore) {
    this.#store = store;
  }

  /** The merges of the runs that match, as JSON. */
  async answer(filter: RunFilter, includeInvalid: boolean): Promise<string> {
    const { state, records } = await this.#store.selection(filter);
    const key = `${state} ${includeInvalid}`;
    const answer = this.#answers.get(key) ?? JSON.stringify(mergeRuns(await records(), { includeInvalid }));
    this.#drop(key);
    this.#answers.set(key, answer);
    this.#characters += answer.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#characters <= CACHE_CHARACTERS) break;
      this.#drop(oldest);
    }
    return answer;
  }

  #drop(key: string): void {
    this.#characters -= this.#answers.get(key)?.length ?? 0;
    this.#answers.delete(key);
  }
}
