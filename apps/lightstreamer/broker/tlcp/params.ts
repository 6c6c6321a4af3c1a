/** Reads what clients send: the version, the lines of a TLCP request, and the parameters in a line. */
import { MalformedRequest } from './errors.ts';

/** A request's parameters by name. Of a parameter that is sent twice, the last counts. */
export type Params = ReadonlyMap<string, string>;

/** The most parameters that a request has use for, with room to spare. */
const MOST_PARAMS = 64;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;
/** TLCP-2.5.0 is the newest version that this broker speaks. */
const NEWEST_MINOR = 5;
const UNQUOTED = /^LS_unq=(\d{1,8})&/;
const MESSAGE = '&LS_message=';

/** The minor of `TLCP-2.<minor>.<patch>`; null when the broker does not speak it. */
export function minorOf(protocol: string): number | null {
  const minor = /^TLCP-2\.(\d{1,3})\.\d{1,3}$/.exec(protocol)?.[1];
  return minor !== undefined && Number(minor) <= NEWEST_MINOR ? Number(minor) : null;
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
  for (const pair of line.split('&')) {
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    if (!NAME.test(name)) continue;
    params.set(name, at < 0 ? '' : decode(pair.slice(at + 1), name));
    if (params.size > MOST_PARAMS) throw new MalformedRequest(`more than ${MOST_PARAMS} parameters`);
  }
  return params;
}

/**
 * Reads the messages of a body one by one; each returned function throws {@link MalformedRequest} for a malformed one. Over a WebSocket
 * clients of version 8.0 write, beyond the specification, `LS_unq=n&` and then n UTF-16 units without percent-encoding. Their last parameter
 * is the message, with any characters, even line breaks. (Seen with lightstreamer-client-node 8.0.5.)
 */
export function* messageRequests(body: string): Generator<() => Params> {
  let rest = body;
  for (let head = UNQUOTED.exec(rest); head !== null; head = UNQUOTED.exec(rest)) {
    const end = head[0].length + Number(head[1]);
    const request = rest.slice(head[0].length, end);
    yield () => parseUnquoted(request);
    if (end >= rest.length) return;
    rest = rest.slice(end).replace(/^\r?\n/, '');
  }
  for (const text of linesOf(rest)) yield () => parseParams(text);
}

function parseUnquoted(request: string): Params {
  const at = request.indexOf(MESSAGE);
  if (at < 0) throw new MalformedRequest('LS_message is missing');
  return parseParams(request.slice(0, at)).set('LS_message', request.slice(at + MESSAGE.length));
}

function decode(text: string, name: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'));
  } catch {
    throw new MalformedRequest(`${name} is not percent-encoded UTF-8`);
  }
}

/** A whole number from 0 on, or `fallback` when the parameter is missing. */
export function integer(params: Params, name: string, fallback: number): number {
  const text = params.get(name);
  if (text === undefined) return fallback;
  if (!/^\d{1,15}$/.test(text)) throw new MalformedRequest(`${name} must be a whole number`);
  return Number(text);
}

/** `true` or `false`, or `fallback` when the parameter is missing. */
export function flag(params: Params, name: string, fallback: boolean): boolean {
  const text = params.get(name);
  if (text === undefined) return fallback;
  if (text !== 'true' && text !== 'false') throw new MalformedRequest(`${name} must be true or false`);
  return text === 'true';
}

export function required(params: Params, name: string): string {
  const text = params.get(name);
  if (text === undefined) throw new MalformedRequest(`${name} is missing`);
  return text;
}
