/** Counts lines of code in Python: neither comments nor docstrings are code. */

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

/** The quotes with which a string begins at `index`: three of one kind, or one; null where none begins. */
function quotesAt(source: string, index: number): string | null {
  const char = source[index];
  if (char !== '"' && char !== "'") return null;
  const three = char.repeat(3);
  return source.startsWith(three, index) ? three : char;
}

/** The index after the string that begins at `start` with `quotes`. One quote alone spoils no more than its line. */
function endOfString(source: string, start: number, quotes: string): number {
  let index = start + quotes.length;
  while (index < source.length) {
    if (source[index] === '\\') index += 2;
    else if (source.startsWith(quotes, index)) return index + quotes.length;
    else if (quotes.length === 1 && source[index] === '\n') return index;
    else index += 1;
  }
  return source.length;
}

/** Tells whether nothing but a comment follows on the line. */
const endsStatement = (source: string, index: number): boolean => /^[ \t\r]*(#|\n|$)/.test(source.slice(index));

/**
 * Lines with something on them that is neither a comment nor a docstring. A docstring is a statement that is a string and nothing else;
 * the other lines of a string in code are code.
 */
export function pythonLines(source: string): number {
  const code = new Set<number>();
  let line = 0;
  let depth = 0;
  let atStart = true;
  let continued = false;
  for (let i = 0; i < source.length; i += 1) {
    const char = source[i]!;
    const quotes = quotesAt(source, i);
    if (char === '\n') {
      line += 1;
      atStart = depth === 0 && !continued;
      continued = false;
    } else if (char === '#') {
      const end = source.indexOf('\n', i);
      i = (end === -1 ? source.length : end) - 1;
    } else if (quotes !== null) {
      const end = endOfString(source, i, quotes);
      const isDocstring = atStart && endsStatement(source, end);
      for (const [offset, text] of source.slice(i, end).split('\n').entries()) {
        if (!isDocstring && text.trim() !== '') code.add(line + offset);
      }
      line += source.slice(i, end).split('\n').length - 1;
      i = end - 1;
      atStart = false;
    } else if (atStart && /[ru]/i.test(char) && quotesAt(source, i + 1) !== null) {
      // The prefix of a string, whose own lines say whether it is a docstring.
    } else if (char.trim() !== '') {
      code.add(line);
      atStart = false;
      continued = char === '\\' && /^\r?\n/.test(source.slice(i + 1, i + 3));
      if (OPENING.has(char)) depth += 1;
      if (CLOSING.has(char)) depth = Math.max(0, depth - 1);
    }
  }
  return code.size;
}
