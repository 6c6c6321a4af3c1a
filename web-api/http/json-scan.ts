/** Reads JSON text without building it: where and in which field it is broken, and what of a broken array is whole. */
import { MAX_DEPTH } from './json-depth.ts';

/** What is wrong with a JSON text, and where. */
export interface JsonFault {
  offset: number;
  /** 1, 2, 3 ... */
  line: number;
  column: number;
  /** Path of the field, such as `perSecond.latencySum[3]`; empty at the top. */
  field: string;
  /** Such as `expected a value, found "NaN"`. */
  problem: string;
}

interface Level {
  array: boolean;
  index: number;
  key: string;
}

/** Thrown inside; {@link scanValue} returns it. */
class Fault {
  constructor(
    readonly offset: number,
    readonly problem: string,
  ) {}
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[\w.+-]{1,20}|[\s\S]/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

function expected(what: string, text: string, offset: number): Fault {
  WORD.lastIndex = offset;
  const found = WORD.exec(text)?.[0];
  return new Fault(offset, `expected ${what}, found ${found === undefined ? 'the end' : JSON.stringify(found)}`);
}

export function skipSpace(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
  }
  return at;
}

/** The end of the string that begins at `from` (a quote). */
function scanString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) throw new Fault(at, 'a text must not go over the end of the line');
    if (code === 0x5c) {
      ESCAPE.lastIndex = at;
      const escaped = ESCAPE.exec(text);
      if (!escaped) throw new Fault(at, 'no such escape in a text');
      at += escaped[0].length - 1;
    }
  }
  throw new Fault(from, 'this text has no end');
}

/** The end of the number, text or word that begins at `from`. */
function scanScalar(text: string, from: number): number {
  if (text[from] === '"') return scanString(text, from);
  for (const word of ['true', 'false', 'null']) if (text.startsWith(word, from)) return from + word.length;
  NUMBER.lastIndex = from;
  const number = NUMBER.exec(text);
  if (!number) throw expected('a value', text, from);
  return from + number[0].length;
}

/** Goes over one value. `levels` shows where it is when it throws a Fault. No recursion, so depth is harmless. */
function walk(text: string, from: number, levels: Level[]): number {
  let at = skipSpace(text, from);
  const key = (): void => {
    at = skipSpace(text, at);
    if (text[at] !== '"') throw expected('a field name in quotes', text, at);
    const end = scanString(text, at);
    levels.at(-1)!.key = text.slice(at + 1, Math.min(end - 1, at + 101));
    at = skipSpace(text, end);
    if (text[at] !== ':') throw expected('":"', text, at);
    at = skipSpace(text, at + 1);
  };
  for (;;) {
    const opened = text[at];
    if (opened === '{' || opened === '[') {
      if (levels.length === MAX_DEPTH) throw new Fault(at, `is nested deeper than ${MAX_DEPTH} levels`);
      levels.push({ array: opened === '[', index: 0, key: '' });
      at = skipSpace(text, at + 1);
      const empty = text[at] === (opened === '[' ? ']' : '}');
      if (!empty) {
        if (opened === '{') key();
        continue;
      }
    } else {
      at = scanScalar(text, at);
    }
    // After a value: close as many levels as end here, then go on with the next value.
    for (;;) {
      const level = levels.at(-1);
      if (!level) return at;
      at = skipSpace(text, at);
      const end = level.array ? ']' : '}';
      if (text[at] === end) {
        levels.pop();
        at++;
      } else if (text[at] === ',') {
        at++;
        if (level.array) {
          level.index++;
          at = skipSpace(text, at);
        } else key();
        break;
      } else throw expected(`"," or "${end}"`, text, at);
    }
  }
}

function fieldAt(levels: Level[]): string {
  return levels.map(({ array, index, key }, depth) => (array ? `[${index}]` : depth === 0 ? key : `.${key}`)).join('');
}

/** An offset, with its line and column, both from 1. */
export type Place = Pick<JsonFault, 'offset' | 'line' | 'column'>;

export const BEGINNING: Place = { offset: 0, line: 1, column: 1 };

/**
 * The place of `offset`. Who asks for many in one text gives a place that is known, at or before it, to count on from:
 * only what lies between is looked at.
 */
export function placeOf(text: string, offset: number, known: Place = BEGINNING): Place {
  let { line, column } = known;
  for (let at = known.offset; at < offset; at++) {
    if (text.charCodeAt(at) === 0x0a) {
      line++;
      column = 1;
    } else column++;
  }
  return { offset, line, column };
}

/** Goes over the value that begins at `from`: its end, or what is wrong with it. */
export function scanValue(text: string, from: number): { end: number } | { fault: Omit<JsonFault, 'line' | 'column'> } {
  const levels: Level[] = [];
  try {
    return { end: walk(text, from, levels) };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return { fault: { offset: fault.offset, field: fieldAt(levels), problem: fault.problem } };
  }
}

/** What is wrong with `text` as one JSON document; null when nothing is. */
export function findFault(text: string): JsonFault | null {
  const scanned = scanValue(text, 0);
  if ('fault' in scanned) return { ...scanned.fault, ...placeOf(text, scanned.fault.offset) };
  const rest = skipSpace(text, scanned.end);
  if (rest === text.length) return null;
  return { ...placeOf(text, rest), field: '', problem: expected('the end', text, rest).problem };
}
