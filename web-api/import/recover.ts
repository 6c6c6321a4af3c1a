/** Reads a JSON file as far as it is whole, and says what it had to skip. */
import { isTooDeep } from '../http/json-depth.ts';
import { BEGINNING, findFault, type Place, placeOf, scanValue, skipSpace } from '../http/json-scan.ts';

export interface Recovered {
  /** The elements of the file's top-level array, or the file's only value. */
  elements: unknown[];
  /** One sentence per broken place, with line, column, field and what was skipped. */
  notes: string[];
}

/** Elements inside each other may all be broken at one far place: they are scanned this often over the text before it is given up. */
const SCANS = 3;
/** A short file may be broken in more places for its length. */
const LEAST_BUDGET = 100_000;
/** How a run of study A, its figures or a record begins: reading goes on there after a broken place. */
const BEGINNING_OF_ELEMENT = /\{\s*"(?:Framework|schema)"/g;
/** Study A's largest file has 50 runs; what lies beyond this many is not looked at. */
const MAX_ELEMENTS = 10_000;
/** A larger element is no run; unlike its text, what it would be read into may not fit into memory. */
const ELEMENT_LIMIT = 20 * 1024 * 1024;
const TOO_LONG = `is longer than ${ELEMENT_LIMIT / 1024 / 1024} MiB, which no run is`;
const TOO_MANY = `only the first ${MAX_ELEMENTS} elements were read; put the others into another file`;
/** With more broken places than this a file is not worth reading on. */
const MAX_FAULTS = 100;

function describe({ line, column }: Place, problem: string, field = ''): string {
  return `line ${line}, column ${column}${field ? ` (${field.slice(0, 200)})` : ''}: ${problem}`;
}

/**
 * The elements of a JSON array. Where the text is broken, the element around that place is skipped and reading goes on
 * with the next one that begins as a run does.
 */
export function readElements(text: string): Recovered {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const start = skipSpace(source, 0);
  return source[start] === '[' ? readArray(source, start) : readOne(source);
}

/** The first bytes of a gzip file, read as UTF-8. */
const GZIP = '\u001f\ufffd';

/** What a file is instead of JSON, where its beginning tells; null when it does not. */
function otherThanJson(text: string): string | null {
  if (text.startsWith(GZIP)) return 'is packed with gzip; unpack it first';
  const first = scanValue(text, 0);
  const after = 'end' in first ? skipSpace(text, first.end) : text.length;
  if (text[after] !== '{') return null;
  return `holds several JSON values one after the other, the second at line ${placeOf(text, after).line}; put them into one array: [..., ...]`;
}

/** The file's only value. */
function readOne(text: string): Recovered {
  if (text.length > ELEMENT_LIMIT) return { elements: [], notes: [`it ${TOO_LONG}`] };
  if (!isTooDeep(text)) {
    try {
      return { elements: [JSON.parse(text)], notes: [] };
    } catch {
      // What is wrong with it is looked for below.
    }
  }
  const other = otherThanJson(text);
  if (other !== null) return { elements: [], notes: [other] };
  const fault = findFault(text)!;
  return { elements: [], notes: [`${describe(fault, fault.problem, fault.field)}; nothing could be read`] };
}

/** One element after the other, and never the whole: a text of 50 MB can be made to take gigabytes once it is read. */
function readArray(text: string, start: number): Recovered {
  const elements: unknown[] = [];
  const notes: string[] = [];
  let budget = Math.max(LEAST_BUDGET, text.length * SCANS);

  /** The last place that reading went on from. It never goes back, so that lines are counted once. */
  let here = BEGINNING;
  const reached = (offset: number): Place => {
    here = placeOf(text, offset, here);
    return here;
  };
  let at = skipSpace(text, start + 1);
  for (let index = 0; ; index++) {
    if (at >= text.length) {
      notes.push(`${describe(reached(at), 'expected "]", found the end')}; the file seems to be cut off`);
      break;
    }
    if (text[at] === ']') {
      const rest = skipSpace(text, at + 1);
      if (rest < text.length) notes.push(`${describe(reached(rest), 'text after the end')}; it was skipped`);
      break;
    }
    if (elements.length === MAX_ELEMENTS) {
      notes.push(TOO_MANY);
      break;
    }
    const scanned = scanValue(text, at);
    if ('end' in scanned) {
      if (isShort(at, scanned.end)) elements.push(JSON.parse(text.slice(at, scanned.end)));
      else notes.push(`element [${index}] ${TOO_LONG}; it was skipped`);
      at = skipSpace(text, scanned.end);
      if (text[at] === ',') at = skipSpace(text, at + 1);
      else if (at < text.length && text[at] !== ']') {
        notes.push(`${describe(reached(at), 'expected "," or "]"')}; read on from there`);
      }
    } else {
      const { offset, field, problem } = scanned.fault;
      budget -= offset - at;
      const next = budget > 0 ? nextElement(text, at + 1) : -1;
      const path = `[${index}]${field && !field.startsWith('[') ? '.' : ''}${field}`;
      const from = reached(at);
      const until = next === -1 ? 'to the end' : `to line ${placeOf(text, next, from).line}`;
      const fault = describe(placeOf(text, offset, from), problem, path);
      notes.push(`${fault}; skipped from line ${from.line} ${until}`);
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

/** Where the next element begins; -1 where none does. */
function nextElement(text: string, from: number): number {
  BEGINNING_OF_ELEMENT.lastIndex = from;
  return BEGINNING_OF_ELEMENT.exec(text)?.index ?? -1;
}

const isShort = (from: number, end: number): boolean => end - from <= ELEMENT_LIMIT;
