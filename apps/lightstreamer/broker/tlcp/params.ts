/** Reads what clients send: the version, the lines of a TLCP request, and the parameters in a line. */

/** A request's parameters by name. Of a parameter that is sent twice, the last counts. */
export type Params = ReadonlyMap<string, string>;

/** A request that breaks the protocol; the message is for the client's developer. */
export class MalformedRequest extends Error {
  override readonly name = 'MalformedRequest';
}

/** The most parameters that a request has use for, with room to spare. */
const MOST_PARAMS = 64;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
const DECIMAL = /^\d{1,15}(\.\d{1,15})?$/;

/** TLCP-2.5.0 is the newest version that this broker speaks. */
const NEWEST_MINOR = 5;

/**
 * The minor of `TLCP-2.<minor>.<patch>`.
 * @returns `unsupported` for a version that this broker does not speak, null when it names none
 */
export function minorOf(protocol: string): number | 'unsupported' | null {
  const version = /^TLCP-(\d{1,3})\.(\d{1,3})\.\d{1,3}$/.exec(protocol);
  if (version === null) return null;
  const minor = Number(version[2]);
  return version[1] === '2' && minor <= NEWEST_MINOR ? minor : 'unsupported';
}

/** The lines of a request's body. The separator after the last line is optional. */
export function linesOf(body: string): string[] {
  const lines = body.split(/\r\n|\n/);
  if (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Reads `name=value&name=value`; the values are percent-encoded UTF-8. Text between two `&` that is no parameter is ignored: some clients
 * end a line with `&`, or have one in a value.
 */
export function parseParams(line: string): Map<string, string> {
  const params = new Map<string, string>();
  if (line === '') return params;
  for (const pair of line.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    if (!NAME.test(name)) continue;
    params.set(name, at < 0 ? '' : decode(pair.slice(at + 1), name));
    if (params.size > MOST_PARAMS) throw new MalformedRequest(`more than ${MOST_PARAMS} parameters`);
  }
  return params;
}

function decode(text: string, name: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    throw new MalformedRequest(`${name} is not percent-encoded UTF-8`);
  }
}

/** A text from outside, short enough and tame enough for an error message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}...` : text);
}

/** A whole number from 0 on, or `fallback` when the parameter is missing. */
export function integer(params: Params, name: string, fallback: number): number {
  const text = params.get(name);
  if (text === undefined) return fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new MalformedRequest(`${name} must be a whole number, not ${quote(text)}`);
  return value;
}

/** A decimal number above 0, a word of `words`, or null when the parameter is missing. */
export function decimal<Word extends string>(
  params: Params,
  name: string,
  words: readonly Word[],
): number | Word | null {
  const text = params.get(name);
  if (text === undefined) return null;
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  const value = DECIMAL.test(text) ? Number(text) : 0;
  if (value > 0) return value;
  throw new MalformedRequest(`${name} must be a number above 0 or ${words.join(' or ')}, not ${quote(text)}`);
}

/** `true` or `false`. */
export function flag(params: Params, name: string, fallback: boolean): boolean {
  const text = params.get(name);
  if (text === undefined) return fallback;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new MalformedRequest(`${name} must be true or false, not ${quote(text)}`);
}

export function required(params: Params, name: string): string {
  const text = params.get(name);
  if (text === undefined) throw new MalformedRequest(`${name} is missing`);
  return text;
}
