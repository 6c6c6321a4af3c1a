import { AriError } from './codec.ts';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Bytes to lines. Lines are cut before they are decoded, so that a character may lie across two chunks. */
export class LineReader {
  readonly #maxBytes: number;
  readonly #onLine: (line: string) => void;
  /** The beginning of a line whose end has not come yet. */
  #parts: Buffer[] = [];
  #bytes = 0;

  /** @param onLine gets each line without its `\n` or `\r\n` */
  constructor(maxBytes: number, onLine: (line: string) => void) {
    this.#maxBytes = maxBytes;
    this.#onLine = onLine;
  }

  /** @throws AriError when a line is longer than `maxBytes`, and errors of `onLine`: it must not be used after that. */
  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#add(chunk.subarray(start, end));
      const line = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
      this.#parts = [];
      this.#bytes = 0;
      this.#onLine(line.toString('utf8', 0, line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length));
      start = end + 1;
    }
    if (start < chunk.length) this.#add(chunk.subarray(start));
  }

  #add(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes <= this.#maxBytes) return;
    throw new AriError(`there are more than ${this.#maxBytes} bytes`, this.#parts[0]!.toString('utf8', 0, 400));
  }
}
