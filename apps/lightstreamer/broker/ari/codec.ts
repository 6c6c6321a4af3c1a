/**
 * Lines of the Adapter Remoting Infrastructure: `id|METHOD|type|value|type|value…`. Values are percent-encoded with `+` for
 * a space; `#` is null and `$` the empty string. Lines of an adapter are read strictly: a line that breaks the
 * protocol is an {@link AriError}, never a guess.
 */
import { AdapterRefusal, type Mode } from '../adapters.ts';

/** Tokens of one line. Bounds the array that one hostile line can become. */
export const MAX_TOKENS = 20_000;
const QUOTED_CHARACTERS = 100;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

const MODES: Readonly<Record<string, Mode>> = { R: 'RAW', M: 'MERGE', D: 'DISTINCT', C: 'COMMAND' };
const EXCEPTION = /^E[A-Z]?$/;

/** A line that breaks the protocol. The message says why and quotes the line's beginning. */
export class AriError extends Error {
  override readonly name = 'AriError';

  constructor(wrong: string, line: string) {
    super(`${wrong}, in the line ${quoteLine(line)}`);
  }
}

/** At most 100 characters of a line, safe to log: nothing of a line with credentials. */
export function quoteLine(line: string): string {
  if (line.includes('|RAC')) return 'with the credentials (not shown)';
  const quoted = JSON.stringify(line.slice(0, QUOTED_CHARACTERS));
  return line.length > QUOTED_CHARACTERS ? `${quoted}… (${line.length} characters)` : quoted;
}

/** Encodes one value. */
export function encodeString(value: string | null): string {
  if (value === null) return '#';
  if (value === '') return '$';
  try {
    return encodeURIComponent(value).replaceAll('%20', '+');
  } catch {
    // Half of a surrogate pair has no UTF-8; Buffer puts U+FFFD in its place.
    return encodeString(Buffer.from(value, 'utf8').toString('utf8'));
  }
}

/** Decodes one value. @throws AriError when it is empty or not percent-encoded; `line` and `what` are for its message */
export function decodeString(token: string, line: string = token, what = 'the value'): string | null {
  if (token === '#') return null;
  if (token === '$') return '';
  if (token === '') throw new AriError(`${what} is missing (an empty one is written $)`, line);
  const spaced = token.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new AriError(`${what} is not percent-encoded UTF-8`, line);
  }
}

/** A whole line with its end. All values that this broker sends are strings. */
export function writeLine(id: string, method: string, values: readonly (string | null)[]): string {
  return `${id}|${method}${values.map((value) => `|S|${encodeString(value)}`).join('')}\n`;
}

/** Cuts bytes into lines before it decodes them, so that a character may lie across two chunks. */
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

/** Reads a line from left to right. Everything throws {@link AriError} when the line has something else there. */
export class LineTokens {
  readonly line: string;
  /** Of the request that is answered; of a notification, the time it was sent. */
  readonly id: string;
  readonly method: string;
  readonly #tokens: string[];
  #at = 2;

  constructor(line: string) {
    this.line = line;
    this.#tokens = line.split('|', MAX_TOKENS + 1);
    if (this.#tokens.length > MAX_TOKENS) throw this.wrong(`there are more than ${MAX_TOKENS} tokens`);
    this.id = this.#tokens[0] ?? '';
    this.method = this.#tokens[1] ?? '';
    if (this.id === '' || this.method === '') throw this.wrong('an id and a method are expected first');
  }

  wrong(what: string): AriError {
    return new AriError(what, this.line);
  }

  /** All values that are left, one `read` each. An empty list is written as nothing, or as one empty token. */
  list<T>(read: () => T): T[] {
    const values: T[] = [];
    if (this.#at === this.#tokens.length - 1 && this.#tokens[this.#at] === '') this.#at += 1;
    while (this.#at < this.#tokens.length) values.push(read());
    return values;
  }

  /** The value after its type, still encoded. */
  encoded(type: string, what: string): string {
    if (this.#next(what) !== type) throw this.wrong(`${what} should have type ${type}`);
    return this.#next(what);
  }

  string(what: string): string | null {
    return decodeString(this.encoded('S', what), this.line, what);
  }

  /** A string that is not null. */
  text(what: string): string {
    const value = this.string(what);
    if (value === null) throw this.wrong(`${what} is null`);
    return value;
  }

  boolean(what: string): boolean {
    const token = this.encoded('B', what);
    if (token !== '0' && token !== '1') throw this.wrong(`${what} is neither 0 nor 1`);
    return token === '1';
  }

  /** An integer or a double. */
  number(type: 'I' | 'D', what: string): number {
    const token = this.encoded(type, what);
    const form = type === 'I' ? /^[+-]?\d{1,15}$/ : /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;
    const value = form.test(token) ? Number(token) : Number.NaN;
    if (!Number.isFinite(value)) throw this.wrong(`${what} is not a number`);
    return value;
  }

  /** A limit that this broker cannot keep to: it must be 0 or less, which means that there is none. */
  noLimit(what: string): void {
    if (this.number('D', what) > 0) throw this.wrong(`${what} is limited, which this broker does not do`);
  }

  modes(what: string): Mode[] {
    const token = this.encoded('M', what);
    if (token === '#' || token === '$') return [];
    if (!/^[RMDC]{1,4}$/.test(token)) throw this.wrong(`${what} must be some of R, M, D and C`);
    return Array.from(token, (letter) => MODES[letter]!);
  }

  /** The answer of a method without a result. */
  nothing(): void {
    if (this.#next('V') !== 'V') throw this.wrong('V is expected');
  }

  /** An exception in the place of the result; null when there is none. What some have for the client is not read. */
  refusal(): AdapterRefusal | null {
    const code = this.#tokens[this.#at] ?? '';
    if (!EXCEPTION.test(code)) return null;
    const message = decodeString(this.#tokens[this.#at + 1] ?? '', this.line, "the exception's message");
    this.#at = this.#tokens.length;
    return new AdapterRefusal(code, message ?? 'no reason given');
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.wrong('there is more than expected');
  }

  #next(what: string): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.wrong(`it ends before ${what}`);
    this.#at += 1;
    return token;
  }
}
