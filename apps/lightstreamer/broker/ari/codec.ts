/**
 * Lines of the Adapter Remoting Infrastructure: `id|METHOD|type|value|type|value…`. Values are percent-encoded with `+` for
 * a space; `#` is null and `$` the empty string. Lines of an adapter are read strictly: a line that breaks the
 * protocol is an {@link AriError}, never a guess.
 */

import type { Mode } from '../adapters.ts';

/** Tokens of one line. Bounds the array that one hostile line can become. */
export const MAX_TOKENS = 20_000;

/** Of one encoded value. The largest is all reports of a load test: 64 MiB before it is encoded. */
export const MAX_VALUE_CHARACTERS = 128 * 1024 * 1024;

const QUOTED_CHARACTERS = 100;

const LETTER_OF_MODE: Readonly<Record<Mode, string>> = { RAW: 'R', MERGE: 'M', DISTINCT: 'D', COMMAND: 'C' };
const MODE_OF_LETTER = new Map(Object.entries(LETTER_OF_MODE).map(([mode, letter]) => [letter, mode as Mode]));

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

/** @throws AriError when it is empty, too long or not percent-encoded; `line` and `what` are for its message. */
export function decodeString(token: string, line: string = token, what = 'the value'): string | null {
  if (token === '#') return null;
  if (token === '$') return '';
  if (token === '') throw new AriError(`${what} is missing (an empty one is written $)`, line);
  if (token.length > MAX_VALUE_CHARACTERS) {
    throw new AriError(`${what} is longer than ${MAX_VALUE_CHARACTERS} characters`, line);
  }
  const spaced = token.includes('+') ? token.replaceAll('+', ' ') : token;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new AriError(`${what} is not percent-encoded UTF-8`, line);
  }
}

/** `S|value` */
export function stringValue(value: string | null): string {
  return `S|${encodeString(value)}`;
}

/** `I|value` */
export function integerValue(value: number): string {
  return `I|${Math.trunc(value)}`;
}

/** `M|letter` */
export function modeValue(mode: Mode): string {
  return `M|${LETTER_OF_MODE[mode]}`;
}

/** `S|name|S|value` of each entry. */
export function entryValues(entries: Iterable<readonly [string, string]>): string[] {
  return Array.from(entries, ([name, value]) => `${stringValue(name)}|${stringValue(value)}`);
}

/** A whole line with its end. `values` are of the functions above. */
export function writeLine(id: string, method: string, values: readonly string[]): string {
  return `${id}|${method}|${values.join('|')}\n`;
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

  get more(): boolean {
    return this.#at < this.#tokens.length;
  }

  /** The type that comes next, not yet read; null at the end. */
  get nextType(): string | null {
    return this.#tokens[this.#at] ?? null;
  }

  /** An empty list is written as one empty token; true when it was there. */
  takeEmptyList(): boolean {
    if (this.#at !== this.#tokens.length - 1 || this.#tokens[this.#at] !== '') return false;
    this.#at += 1;
    return true;
  }

  /** All values that are left, one `read` each. */
  list<T>(read: () => T): T[] {
    const values: T[] = [];
    if (this.takeEmptyList()) return values;
    while (this.more) values.push(read());
    return values;
  }

  /** One token as it stands, without a type before it. */
  bare(what: string): string {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.wrong(`it ends before ${what}`);
    this.#at += 1;
    return token;
  }

  bareString(what: string): string | null {
    return decodeString(this.bare(what), this.line, what);
  }

  /** The value after its type, still encoded. */
  encoded(type: string, what: string): string {
    const found = this.bare(what);
    if (found !== type) throw this.wrong(`${what} should have type ${type}`);
    return this.bare(what);
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

  integer(what: string): number {
    return this.integerOf(this.encoded('I', what), what);
  }

  /** For integers that come without their type. */
  integerOf(token: string, what: string): number {
    if (!/^[+-]?\d{1,15}$/.test(token)) throw this.wrong(`${what} is not an integer`);
    return Number(token);
  }

  double(what: string): number {
    const token = this.encoded('D', what);
    const value = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/.test(token) ? Number(token) : Number.NaN;
    if (!Number.isFinite(value)) throw this.wrong(`${what} is not a number`);
    return value;
  }

  modes(what: string): Mode[] {
    const token = this.encoded('M', what);
    if (token === '') throw this.wrong(`${what} has no mode`);
    if (token === '#' || token === '$') return [];
    if (token.length > MODE_OF_LETTER.size) throw this.wrong(`${what} has too many modes`);
    return Array.from(token, (letter) => {
      const mode = MODE_OF_LETTER.get(letter);
      if (mode === undefined) throw this.wrong(`${what} has a mode that is none of R, M, D and C`);
      return mode;
    });
  }

  /** The answer of a method without a result. */
  nothing(): void {
    const type = this.bare('V');
    if (type !== 'V') throw this.wrong('V is expected');
  }

  end(): void {
    if (this.more) throw this.wrong('there is more than expected');
  }
}
