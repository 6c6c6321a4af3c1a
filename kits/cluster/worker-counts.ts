/**
 * The counts of one of several processes. Bucket 0 is that of all of them, and begins with the first event that any has counted: until
 * that is known, which takes them a few milliseconds, each keeps its events one by one.
 */
import type { VerbCounts } from '../../protocol/control.ts';
import type { Counted } from '../../protocol/verbs.ts';
import type { Tally } from '../node/base-room.ts';
import { Counts } from '../node/counts.ts';

interface Entry {
  verb: Counted;
  at: number;
  received: number;
  sent: number;
}

export class WorkerCounts implements Tally {
  readonly #bucketMs: number;
  readonly #onFirst: () => void;
  /** The time at which all processes had begun to count, ms; null before that is known. Earlier events are not counted by any. */
  #since: number | null = null;
  #early: Entry[] = [];
  #refusedAt: number[] = [];
  #refused = 0;
  #isFirstTold = false;
  #counts: Counts | null = null;

  /**
   * @param bucketMs width of a bucket; 0: nothing is counted
   * @param onFirst called once when there is something to count, and `start` is wanted
   */
  constructor(bucketMs: number, onFirst: () => void) {
    this.#bucketMs = bucketMs;
    this.#onFirst = onFirst;
  }

  add(verb: Counted, at: number, received: number, sent: number): void {
    if (this.#bucketMs === 0 || received + sent === 0) return;
    if (this.#counts !== null) this.#counts.add(verb, at, received, sent);
    else if (this.#since === null || at >= this.#since) {
      this.#early.push({ verb, at, received, sent });
      this.#tellFirst();
    }
  }

  addRefused(at: number): void {
    if (this.#bucketMs === 0) return;
    if (this.#since === null) this.#refusedAt.push(at);
    else if (at >= this.#since) this.#refused++;
  }

  /** Begins to count, as all processes do now: forgets events before `since`, ms. */
  countSince(since: number): void {
    this.#since = since;
    this.#early = this.#early.filter(({ at }) => at >= since);
    this.#refused += this.#refusedAt.filter((at) => at >= since).length;
    this.#refusedAt = [];
    this.#tellFirst();
  }

  /** The time at which the first event counted here was received, ms; null: nothing yet. */
  get earliest(): number | null {
    return this.#early.length === 0 ? null : Math.min(...this.#early.map(({ at }) => at));
  }

  /** Bucket 0 begins at `startedAt`, ms. */
  start(startedAt: number): void {
    this.#counts = new Counts(this.#bucketMs, startedAt);
    for (const { verb, at, received, sent } of this.#early) this.#counts.add(verb, at, received, sent);
    this.#early = [];
  }

  get all(): { refused: number; verbs: Record<Counted, VerbCounts> } {
    return { refused: this.#refused, verbs: (this.#counts ?? new Counts(0)).all.verbs };
  }

  #tellFirst(): void {
    if (this.#isFirstTold || this.#since === null || this.#early.length === 0) return;
    this.#isFirstTold = true;
    this.#onFirst();
  }
}
