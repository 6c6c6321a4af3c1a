/**
 * Parses JSON from elsewhere. The text is checked first: an error of `JSON.parse` has no line, and for each level of depth
 * `JSON.parse` takes far more memory than the one character that opens it.
 */
import { EXIT, OutcryError } from '../system/errors.ts';

/** No document of ours comes near it. */
const MAX_DEPTH = 100;

const SPACE = /[ \t\r\n]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const WORD = /[\w.+-]{1,20}|[\s\S]/y;

/** Thrown inside; {@link parseJson} makes a sentence of it. */
class Fault {
  constructor(
    readonly offset: number,
    readonly problem: string | null = null,
  ) {}
}

/** The end of what `pattern` matches at `from`; null when it does not. */
function endOf(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : null;
}

/** The end of the string that begins at `from`. */
function endOfString(text: string, from: number): number {
  if (text[from] !== '"') throw new Fault(from);
  let at = from + 1;
  for (;;) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === undefined || char < ' ') throw new Fault(at);
    const next = char === '\\' ? endOf(ESCAPE, text, at) : at + 1;
    if (next === null) throw new Fault(at);
    at = next;
  }
}

const skipSpace = (text: string, from: number): number => endOf(SPACE, text, from)!;

/** The place after `char`, which must be at `at`, and the white space behind it. */
function after(char: string, text: string, at: number): number {
  if (text[at] !== char) throw new Fault(at);
  return skipSpace(text, at + 1);
}

/** The place after the value that begins at `from`, and the white space behind it. @throws Fault at what is not JSON, or too deep */
function afterValue(text: string, from: number, depth = 0): number {
  const open = text[from];
  if (open !== '{' && open !== '[') {
    const end = open === '"' ? endOfString(text, from) : endOf(SCALAR, text, from);
    if (end === null) throw new Fault(from);
    return skipSpace(text, end);
  }
  if (depth === MAX_DEPTH) throw new Fault(from, `nested deeper than ${MAX_DEPTH} levels`);
  const close = open === '{' ? '}' : ']';
  let at = after(open, text, from);
  if (text[at] === close) return after(close, text, at);
  for (;;) {
    if (open === '{') at = after(':', text, skipSpace(text, endOfString(text, at)));
    at = afterValue(text, at, depth + 1);
    if (text[at] === close) return after(close, text, at);
    at = after(',', text, at);
  }
}

function sentenceOf({ offset, problem }: Fault, text: string): string {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < offset; end = text.indexOf('\n', start)) {
    line++;
    start = end + 1;
  }
  WORD.lastIndex = offset;
  const found = WORD.exec(text)?.[0];
  const what = problem ?? `not JSON: unexpected ${found === undefined ? 'end' : JSON.stringify(found)}`;
  return `line ${line}, column ${offset - start + 1}: ${what}`;
}

/** @throws OutcryError (wrong use) with line and column */
export function parseJson(text: string): unknown {
  try {
    const end = afterValue(text, skipSpace(text, 0));
    if (end < text.length) throw new Fault(end);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new OutcryError(sentenceOf(error, text), EXIT.usage);
  }
  return JSON.parse(text);
}
