import { AriError } from './codec.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const KEPT_BYTES = 64 * 1024;

/**
 * Bytes to lines. Lines are cut in the bytes, before they are decoded, so that a character may lie across two chunks; each
 * is decoded by itself, so that a value that is kept does not keep the whole chunk in memory.
 */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  /** A line's beginning, whose end has not come yet; grows by doubling, so that a line of tiny chunks costs no more. */
  #unfinished = Buffer.alloc(0);
  #unfinishedBytes = 0;

  /** `onLine` hears each line without its `\n` or `\r\n`. */
  constructor(maxBytes: number, onLine: (line: string) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  /** @throws AriError when a line is longer than `maxBytes`, and whatever `onLine` throws: it must not be used after that. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#finish(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
  }

  #finish(part: Buffer): void {
    let bytes = part;
    if (this.#unfinishedBytes > 0) {
      this.#keep(part);
      bytes = this.#unfinished.subarray(0, this.#unfinishedBytes);
      this.#unfinishedBytes = 0;
      if (this.#unfinished.length > KEPT_BYTES) this.#unfinished = Buffer.alloc(0);
    } else {
      this.#check(part.length, part);
    }
    const length = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    this.#onLine(bytes.toString('utf8', 0, length));
  }

  #keep(part: Buffer): void {
    const length = this.#unfinishedBytes + part.length;
    this.#check(length, this.#unfinishedBytes > 0 ? this.#unfinished : part);
    if (length > this.#unfinished.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#unfinished.length));
      this.#unfinished.copy(larger, 0, 0, this.#unfinishedBytes);
      this.#unfinished = larger;
    }
    part.copy(this.#unfinished, this.#unfinishedBytes);
    this.#unfinishedBytes = length;
  }

  #check(length: number, beginning: Buffer): void {
    if (length <= this.#maxBytes) return;
    throw new AriError(`there are more than ${this.#maxBytes} bytes`, beginning.toString('utf8', 0, 400));
  }
}
