/** What was asked on one request stream and is not answered yet. */

import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import { type LineTokens, writeLine } from './codec.ts';
import type { AriLimits } from './limits.ts';
import { readRefusal } from './refusals.ts';

/** How a request ended at the adapter, however late its answer came. */
export type Outcome = 'accepted' | 'acceptedTooLate' | 'notAccepted';

export interface Asked<T> {
  readonly id: string;
  /** Rejects with AdapterRefusal, or with AdapterGone: no answer in time, or none any more. */
  readonly answer: Promise<T>;
  /** Never rejects; waits for an answer that is late as long as the connection lasts. */
  readonly outcome: Promise<Outcome>;
}

export interface RequestWriter {
  send(line: string): void;
  readonly waitingBytes: number;
}

interface Waiting {
  readonly method: string;
  readonly sinceBeat: number;
  isLate: boolean;
  accept(tokens: LineTokens): void;
  fail(error: Error): void;
  settle(outcome: Outcome): void;
}

/** 0 and 1 are taken by packets that are no requests; a distance makes ids easier to find in a capture. */
const FIRST_ID = 1000;
const BEATS_PER_LIMIT = 30;
/** Answers that did not come in time and are still hoped for. */
const MAX_LATE = 1000;

export class Requests {
  readonly #writer: RequestWriter;
  /** For messages: `the metadata adapter`. */
  readonly #adapter: string;
  readonly #limits: AriLimits;
  readonly #onStray: (id: string) => void;
  readonly #beat: NodeJS.Timeout;
  /** In the order they were asked. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #late = new Map<string, Waiting>();
  #beats = 0;
  #lastId = FIRST_ID;
  #end: AdapterGone | null = null;

  /** `onStray` hears the id of an answer that nobody waits for. */
  constructor(writer: RequestWriter, adapter: string, limits: AriLimits, onStray: (id: string) => void) {
    this.#writer = writer;
    this.#adapter = adapter;
    this.#limits = limits;
    this.#onStray = onStray;
    // Time is counted in beats, between which answers are read: were the broker held up, no answer is late by that.
    this.#beat = setInterval(() => this.#countBeat(), Math.max(1, limits.answerMillis / BEATS_PER_LIMIT));
    this.#beat.unref();
  }

  /**
   * `read` reads the result and is not called for refusals. `always`: for requests that give back what others took, which
   * are bounded by those.
   * @throws AdapterGone after the end; AdapterRefusal when too many are waiting.
   */
  ask<T>(method: string, values: readonly string[], read: (tokens: LineTokens) => T, always = false): Asked<T> {
    if (this.#end !== null) throw this.#end;
    if (!always && this.#isFull()) throw new AdapterRefusal('generic', 'too many requests are waiting');
    this.#lastId += 1;
    const id = String(this.#lastId);
    let settle: (outcome: Outcome) => void = () => {};
    const outcome = new Promise<Outcome>((resolve) => {
      settle = resolve;
    });
    const answer = new Promise<T>((resolve, reject) => {
      const accept = (tokens: LineTokens) => {
        const result = read(tokens);
        tokens.end();
        resolve(result);
      };
      this.#waiting.set(id, { method, sinceBeat: this.#beats, isLate: false, accept, fail: reject, settle });
    });
    this.#writer.send(writeLine(id, method, values));
    return { id, answer, outcome };
  }

  /** @throws AriError when the line is no answer to the request of its id. */
  answer(tokens: LineTokens): void {
    const waiting = this.#waiting.get(tokens.id) ?? this.#late.get(tokens.id);
    if (waiting === undefined) {
      this.#onStray(tokens.id);
      return;
    }
    if (tokens.method !== waiting.method) throw tokens.wrong(`an answer to ${waiting.method} is expected`);
    const refusal = readRefusal(tokens);
    if (refusal === null) waiting.accept(tokens);
    else waiting.fail(refusal);
    this.#waiting.delete(tokens.id);
    this.#late.delete(tokens.id);
    const accepted = waiting.isLate ? 'acceptedTooLate' : 'accepted';
    waiting.settle(refusal === null ? accepted : 'notAccepted');
  }

  /** The connection ended: everything that waits is rejected. */
  end(reason: string): void {
    if (this.#end !== null) return;
    this.#end = new AdapterGone(reason);
    clearInterval(this.#beat);
    for (const waiting of [...this.#waiting.values(), ...this.#late.values()]) {
      waiting.fail(this.#end);
      waiting.settle('notAccepted');
    }
    this.#waiting.clear();
    this.#late.clear();
  }

  #isFull(): boolean {
    return this.#waiting.size >= this.#limits.waitingRequests || this.#writer.waitingBytes >= this.#limits.waitingBytes;
  }

  #countBeat(): void {
    this.#beats += 1;
    for (const [id, waiting] of this.#waiting) {
      if (this.#beats - waiting.sinceBeat <= BEATS_PER_LIMIT) return;
      this.#waiting.delete(id);
      this.#keepLate(id, waiting);
      const seconds = this.#limits.answerMillis / 1000;
      waiting.fail(new AdapterGone(`${this.#adapter} did not answer ${waiting.method} within ${seconds} s`));
    }
  }

  #keepLate(id: string, waiting: Waiting): void {
    waiting.isLate = true;
    this.#late.set(id, waiting);
    if (this.#late.size <= MAX_LATE) return;
    for (const [oldest, forgotten] of this.#late) {
      this.#late.delete(oldest);
      forgotten.settle('notAccepted');
      return;
    }
  }
}
