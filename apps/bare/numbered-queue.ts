/**
 * Messages that wait for a client that polls, numbered 1, 2, 3 ... None leaves before the client has acknowledged it, so a poll whose
 * answer is lost can be repeated and no message is missed between two polls.
 */
import type { Outgoing } from './client-connection.ts';

export class NumberedQueue {
  #waiting: Outgoing[] = [];
  /** The number of `#waiting[0]`, or of the next one to come. */
  #first = 1;
  #bytes = 0;

  /** Bytes that wait to be acknowledged. */
  get bytes(): number {
    return this.#bytes;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  push(outgoing: Outgoing): void {
    this.#waiting.push(outgoing);
    this.#bytes += outgoing.line.length;
  }

  /** Forgets everything up to number `last`; false when no such number was ever given out. */
  acknowledge(last: number): boolean {
    const count = last - this.#first + 1;
    if (!Number.isInteger(last) || last < 0 || count > this.#waiting.length) return false;
    if (count <= 0) return true;
    for (const outgoing of this.#waiting.splice(0, count)) this.#bytes -= outgoing.line.length;
    this.#first += count;
    return true;
  }

  /** All that waits, in lines: `{"first": number}`, then the envelopes. */
  toBody(): Buffer {
    return Buffer.concat([Buffer.from(`{"first":${this.#first}}\n`), ...this.#waiting.map(({ line }) => line)]);
  }
}
