/** What a server has received and sent, per verb and per bucket of time since the first thing that was counted. */
import type { VerbCounts } from '../../protocol/control.ts';
import { COUNTED, type Counted } from '../../protocol/verbs.ts';

/** What comes later is not counted: lists are as long as they must be, and a client can send something after a year. */
const BUCKET_LIMIT = 1_000_000;

const nothing = () => Object.fromEntries(COUNTED.map((verb) => [verb, { received: [], sent: [] }]));

export class Counts {
  #startedAt: number | null = null;
  /** Width of a bucket; 0: not begun. */
  #bucketMs = 0;
  #refused = 0;
  #verbs = nothing() as Record<Counted, VerbCounts>;

  constructor(bucketMs = 0) {
    this.#bucketMs = bucketMs;
  }

  /** Counts what was `received` at `at` (ms), and `sent` for it. */
  add(verb: Counted, at: number, received: number, sent: number): void {
    if (this.#bucketMs === 0 || received + sent === 0) return;
    this.#startedAt ??= at;
    const bucket = Math.floor((at - this.#startedAt) / this.#bucketMs);
    if (bucket >= BUCKET_LIMIT) return;
    const counts = this.#verbs[verb];
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
    return { startedAt: this.#startedAt, bucketMs: this.#bucketMs, refused: this.#refused, verbs: this.#verbs };
  }
}
