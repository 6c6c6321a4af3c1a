/**
 * Lines of the Adapter Remoting Infrastructure: `id|METHOD|type|value|type|value…`. Strings are percent-encoded with `+` for
 * a space; `#` is null and `$` the empty string.
 */
import { AdapterRefusal, type Mode } from '../adapters.ts';

/** Tokens of one line. Bounds the array that one hostile line can become. */
export const MAX_TOKENS = 20_000;
const QUOTED_CHARACTERS = 100;
const MODES: Readonly<Record<string, Mode>> = { R: 'RAW', M: 'MERGE', D: 'DISTINCT', C: 'COMMAND' };
const EXCEPTION = /^E[A-Z]?$/;

/** A line that breaks the protocol. The message says why and quotes the line's beginning. */
export class AriError extends Error {
  override readonly name = 'AriError';

  constructor(wrong: string, line: string) {
    super(`the protocol was broken: ${wrong}, in the line ${quoteLine(line)}`);
  }
}

/** At most 100 characters of a line, safe to log: nothing of a line with credentials. */
export function quoteLine(line: string): string {
  if (line.includes('|RAC')) return 'with the credentials (not shown)';
  const quoted = JSON.stringify(line.slice(0, QUOTED_CHARACTERS));
  return line.length > QUOTED_CHARACTERS ? `${quoted}… (${line.length} characters)` : quoted;
}

/** Encodes a string; half of a surrogate pair, which has no UTF-8, becomes U+FFFD. */
export function encodeString(value: string | null): string {
  if (value === null) return '#';
  if (value === '') return '$';
  return encodeURIComponent(Buffer.from(value, 'utf8').toString('utf8')).replaceAll('%20', '+');
}

/** Decodes a string. @throws URIError when it is not percent-encoded UTF-8 */
export function decodeString(token: string): string | null {
  if (token === '#') return null;
  if (token === '$') return '';
  const spaced = token.replaceAll('+', ' ');
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}

/** A whole line with its end. All values that this broker sends are strings. */
export function writeLine(id: string, method: string, values: readonly (string | null)[]): string {
  return `${id}|${method}${values.map((value) => `|S|${encodeString(value)}`).join('')}\n`;
}

/** Reads a line from left to right. Everything throws {@link AriError} when the line has something else there. */
export class LineTokens {
  readonly line: string;
  /** The id of the request that is answered; of a notification, the time it was sent. */
  readonly id: string;
  readonly method: string;
  readonly #tokens: string[];
  #at = 2;

  constructor(line: string) {
    this.line = line;
    this.#tokens = line.split('|', MAX_TOKENS + 1);
    if (this.#tokens.length > MAX_TOKENS) throw this.wrong(`there are more than ${MAX_TOKENS} tokens`);
    const [id = '', method = ''] = this.#tokens;
    this.id = id;
    this.method = method;
    if (id === '' || method === '') throw this.wrong('an id and a method are expected first');
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

  /** The value after its type, still encoded, in one of its forms. */
  value(type: string, form: RegExp): string {
    const [found, token = ''] = this.#tokens.slice(this.#at, this.#at + 2);
    if (found !== type || !form.test(token)) throw this.wrong(`a value of type ${type} is expected at ${this.#at}`);
    this.#at += 2;
    return token;
  }

  string(): string | null {
    return this.decode(this.value('S', /./));
  }

  /** A string that is not null. */
  text(): string {
    return this.decode(this.value('S', /^(?!#$)./)) ?? '';
  }

  decode(token: string): string | null {
    try {
      return decodeString(token);
    } catch {
      throw this.wrong('a string is not percent-encoded UTF-8');
    }
  }

  boolean(): boolean {
    return this.value('B', /^[01]$/) === '1';
  }

  /** A limit, which must be 0 or less: that means that there is none. This broker cannot keep to any. */
  noLimit(): void {
    const limit = this.value('D', /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/);
    if (Number(limit) > 0) throw this.wrong('this broker limits no bandwidth and no frequency');
  }

  /** An item's modes. The integer and the frequency before them say nothing of RAW and unfiltered COMMAND. */
  modes(): Mode[] {
    this.value('I', /^[+-]?\d{1,15}$/);
    this.noLimit();
    return Array.from(this.value('M', /^([RMDC]{1,4}|[#$])$/).replace(/[#$]/, ''), (letter) => MODES[letter]!);
  }

  /** The answer of a method without a result. */
  nothing(): void {
    if (this.#tokens[this.#at] !== 'V') throw this.wrong('V is expected');
    this.#at += 1;
  }

  /** An exception in the place of the result; null when there is none. The part that some have for the client is not read. */
  refusal(): AdapterRefusal | null {
    const [code = '', message = '#'] = this.#tokens.slice(this.#at);
    if (!EXCEPTION.test(code)) return null;
    return new AdapterRefusal(code, this.decode(message) ?? 'no reason given');
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw this.wrong('there is more than expected');
  }
}
