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

function endOfScalar(text: string, from: number): number {
  const end = text[from] === '"' ? endOfString(text, from) : endOf(SCALAR, text, from);
  if (end === null) throw new Fault(from);
  return end;
}

/** Goes over one JSON document. @throws Fault at the first place that is not JSON, or too deep */
function check(text: string): void {
  /** The brackets that close what is open. */
  const closers: string[] = [];
  let expected: 'value' | 'name' | ':' | ',' = 'value';
  let mayClose = false;
  let at = endOf(SPACE, text, 0)!;
  while (expected !== ',' || closers.length > 0) {
    const char = text[at];
    if (mayClose && char === closers.at(-1)) {
      closers.pop();
      expected = ',';
      at++;
    } else if (expected === 'value' && (char === '{' || char === '[')) {
      if (closers.length === MAX_DEPTH) throw new Fault(at, `nested deeper than ${MAX_DEPTH} levels`);
      closers.push(char === '{' ? '}' : ']');
      expected = char === '{' ? 'name' : 'value';
      mayClose = true;
      at++;
    } else if (expected === 'value') {
      at = endOfScalar(text, at);
      expected = ',';
      mayClose = true;
    } else {
      mayClose = false;
      if (expected === 'name') {
        at = endOfString(text, at);
        expected = ':';
      } else {
        if (char !== expected) throw new Fault(at);
        const isName: boolean = expected === ',' && closers.at(-1) === '}';
        expected = isName ? 'name' : 'value';
        at++;
      }
    }
    at = endOf(SPACE, text, at)!;
  }
  if (at < text.length) throw new Fault(at);
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
    check(text);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new OutcryError(sentenceOf(error, text), EXIT.usage);
  }
  return JSON.parse(text);
}
