/** Reads a JSON file as far as it is whole, and says what it had to skip. */
import { findFault, type JsonFault, placeOf, scanValue, skipSpace } from '../json-scan.ts';

export interface Recovered {
  /** The elements of the file's top-level array, or the file's only value. */
  elements: unknown[];
  /** One sentence per broken place, with line, column, field and what was skipped. */
  notes: string[];
}

/** Searching for the next whole element may look at each character about this often before it gives up. */
const SEARCH_BUDGET = 3;
/** Study A's largest file has 50 runs; what lies beyond this many is not looked at. */
const MAX_ELEMENTS = 10_000;
const TOO_MANY = `only the first ${MAX_ELEMENTS} elements were read; put the others into another file`;
/** With more broken places than this a file is not worth reading on. */
const MAX_FAULTS = 100;

function describe({ line, column, field, problem }: JsonFault): string {
  return `line ${line}, column ${column}${field ? ` (${field.slice(0, 200)})` : ''}: ${problem}`;
}

/**
 * The elements of a JSON array. Where the text is broken, the element around that place is skipped and reading goes on
 * with the next whole one.
 * @param isElement tells an element from an object inside one, when looking for where the next element begins
 */
export function readElements(text: string, isElement: (value: unknown) => boolean): Recovered {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    const data: unknown = JSON.parse(source);
    const elements = Array.isArray(data) ? data : [data];
    return { elements: elements.slice(0, MAX_ELEMENTS), notes: elements.length > MAX_ELEMENTS ? [TOO_MANY] : [] };
  } catch {
    return recover(source, isElement);
  }
}

function recover(text: string, isElement: (value: unknown) => boolean): Recovered {
  const elements: unknown[] = [];
  const notes: string[] = [];
  const start = skipSpace(text, 0);
  if (text[start] !== '[') {
    const fault = findFault(text);
    return { elements, notes: [`${fault ? describe(fault) : 'not JSON'}; nothing could be read`] };
  }
  let budget = text.length * SEARCH_BUDGET;
  /** The next whole element at or after `from`, which lies in a broken one. */
  const search = (from: number): number => {
    for (let at = text.indexOf('{', from); at !== -1 && budget > 0; ) {
      const scanned = scanValue(text, at);
      const end = 'end' in scanned ? scanned.end : scanned.fault.offset;
      budget -= end - at;
      if ('end' in scanned && isElement(JSON.parse(text.slice(at, scanned.end)))) return at;
      at = text.indexOf('{', 'end' in scanned ? scanned.end : at + 1);
    }
    return -1;
  };

  let at = skipSpace(text, start + 1);
  for (let index = 0; ; index++) {
    if (at >= text.length) {
      notes.push(`${describe(placed(text, at, 'expected "]", found the end'))}; the file seems to be cut off`);
      break;
    }
    if (text[at] === ']') {
      const rest = skipSpace(text, at + 1);
      if (rest < text.length) notes.push(`${describe(placed(text, rest, 'text after the end'))}; it was skipped`);
      break;
    }
    if (elements.length === MAX_ELEMENTS) {
      notes.push(TOO_MANY);
      break;
    }
    const scanned = scanValue(text, at);
    if ('end' in scanned) {
      elements.push(JSON.parse(text.slice(at, scanned.end)));
      at = skipSpace(text, scanned.end);
      if (text[at] === ',') at = skipSpace(text, at + 1);
      else if (at < text.length && text[at] !== ']') {
        notes.push(`${describe(placed(text, at, 'expected "," or "]"'))}; read on from there`);
      }
    } else {
      const { offset, field, problem } = scanned.fault;
      const next = search(at + 1);
      const path = `[${index}]${field && !field.startsWith('[') ? '.' : ''}${field}`;
      const from = placeOf(text, at).line;
      const until = next === -1 ? 'to the end' : `to line ${placeOf(text, next).line}`;
      notes.push(`${describe({ ...placed(text, offset, problem), field: path })}; skipped from line ${from} ${until}`);
      if (budget <= 0) notes.push('too much of it is broken; the search for whole runs was given up there');
      if (next === -1) break;
      at = next;
    }
    if (notes.length >= MAX_FAULTS) {
      notes.push(`more than ${MAX_FAULTS} broken places; the rest was skipped`);
      break;
    }
  }
  return { elements, notes };
}

function placed(text: string, offset: number, problem: string): JsonFault {
  return { offset, ...placeOf(text, offset), field: '', problem };
}
