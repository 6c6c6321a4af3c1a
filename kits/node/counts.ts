/** A server's counts of what it has received and sent, per verb and per bucket of time since the first thing that was counted. */
import type { VerbCounts } from '../../protocol/control.ts';
import { COUNTED, type Counted } from '../../protocol/verbs.ts';
import type { Tally } from './base-room.ts';

/** Most buckets; later events are not counted, since a client can send something after a year. */
const BUCKET_LIMIT = 1_000_000;

export class Counts implements Tally {
  readonly #bucketMs: number;
  readonly #verbs: Record<string, VerbCounts>;
  #startedAt: number | null;
  #refused = 0;

  /**
   * @param bucketMs width of a bucket; 0: nothing is counted
   * @param startedAt the start of bucket 0, ms; null: the first event that is counted. Earlier events are not counted
   */
  constructor(bucketMs: number, startedAt: number | null = null) {
    this.#bucketMs = bucketMs;
    this.#startedAt = startedAt;
    this.#verbs = Object.fromEntries(COUNTED.map((verb) => [verb, { received: [], sent: [] }]));
  }

  add(verb: Counted, at: number, received: number, sent: number): void {
    if (this.#bucketMs === 0 || received + sent === 0) return;
    this.#startedAt ??= at;
    const bucket = Math.floor((at - this.#startedAt) / this.#bucketMs);
    if (bucket < 0 || bucket >= BUCKET_LIMIT) return;
    const counts = this.#verbs[verb]!;
    while (counts.received.length <= bucket) {
      counts.received.push(0);
      counts.sent.push(0);
    }
    counts.received[bucket]! += received;
    counts.sent[bucket]! += sent;
  }

  addRefused(): void {
    if (this.#bucketMs > 0) this.#refused++;
  }

  get all() {
    return {
      startedAt: this.#startedAt,
      bucketMs: this.#bucketMs,
      refused: this.#refused,
      verbs: this.#verbs as Record<Counted, VerbCounts>,
    };
  }
}
