/** Requests on one stream of an adapter, until their answers come. */

import { AdapterGone, AdapterRefusal } from '../adapters.ts';
import { type LineTokens, writeLine } from './codec.ts';
import type { AriLimits } from './limits.ts';
import { readRefusal } from './refusals.ts';

/** The stream that requests are written to. */
export interface RequestWriter {
  send(line: string): void;
  readonly waitingBytes: number;
}

export interface RequestEvents {
  /** An answer to no request. */
  stray(): void;
  /** The adapter has not answered a request in time: it is lost. */
  overdue(reason: string): void;
}

interface Waiting {
  readonly method: string;
  readonly sinceBeat: number;
  accept(tokens: LineTokens): void;
  fail(error: Error): void;
}

/** 0 and 1 are ids of packets that are no requests; a distance makes ids easier to find in a capture. */
const FIRST_ID = 1000;
const BEATS_PER_LIMIT = 30;

export class Requests {
  readonly #writer: RequestWriter;
  /** For messages: `the metadata adapter`. */
  readonly #adapter: string;
  readonly #limits: AriLimits;
  readonly #events: RequestEvents;
  readonly #beat: NodeJS.Timeout;
  /** By id, the oldest first. */
  readonly #waiting = new Map<string, Waiting>();
  #beats = 0;
  #lastId = FIRST_ID;
  #end: AdapterGone | null = null;

  constructor(writer: RequestWriter, adapter: string, limits: AriLimits, events: RequestEvents) {
    this.#writer = writer;
    this.#adapter = adapter;
    this.#limits = limits;
    this.#events = events;
    // Time is counted in beats of the event loop, between which answers are read: a pause of the broker makes no answer late.
    this.#beat = setInterval(() => this.#countBeat(), Math.max(1, limits.answerMillis / BEATS_PER_LIMIT));
    this.#beat.unref();
  }

  /**
   * Sends a request. The answer rejects with AdapterRefusal or AdapterGone. `read` reads the result and is not called for refusals.
   * @param always for requests that give back what others took, which are bounded by those
   * @throws AdapterGone after the end; AdapterRefusal when too many are waiting.
   */
  ask<T>(
    method: string,
    values: readonly string[],
    read: (tokens: LineTokens) => T,
    always = false,
  ): { id: string; answer: Promise<T> } {
    this.check();
    if (!always && this.#isFull()) throw new AdapterRefusal('generic', 'too many requests are waiting');
    this.#lastId += 1;
    const id = String(this.#lastId);
    const answer = new Promise<T>((resolve, reject) => {
      const accept = (tokens: LineTokens) => {
        const result = read(tokens);
        tokens.end();
        resolve(result);
      };
      this.#waiting.set(id, { method, sinceBeat: this.#beats, accept, fail: reject });
    });
    this.#writer.send(writeLine(id, method, values));
    return { id, answer };
  }

  /** @throws AdapterGone after the end */
  check(): void {
    if (this.#end !== null) throw this.#end;
  }

  /** @throws AriError when the line is no answer to the request of its id. */
  answer(tokens: LineTokens): void {
    const waiting = this.#waiting.get(tokens.id);
    if (waiting === undefined) {
      this.#events.stray();
      return;
    }
    if (tokens.method !== waiting.method) throw tokens.wrong(`an answer to ${waiting.method} is expected`);
    const refusal = readRefusal(tokens);
    if (refusal === null) waiting.accept(tokens);
    else waiting.fail(refusal);
    this.#waiting.delete(tokens.id);
  }

  /** The connection ended: all requests are rejected. */
  end(reason: string): void {
    if (this.#end !== null) return;
    this.#end = new AdapterGone(reason);
    clearInterval(this.#beat);
    for (const { fail } of this.#waiting.values()) fail(this.#end);
    this.#waiting.clear();
  }

  #isFull(): boolean {
    return this.#waiting.size >= this.#limits.waitingRequests || this.#writer.waitingBytes >= this.#limits.waitingBytes;
  }

  #countBeat(): void {
    this.#beats += 1;
    const [oldest] = this.#waiting.values();
    if (oldest === undefined || this.#beats - oldest.sinceBeat <= BEATS_PER_LIMIT) return;
    const seconds = this.#limits.answerMillis / 1000;
    this.#events.overdue(`${this.#adapter} did not answer ${oldest.method} within ${seconds} s`);
  }
}
