/** Counts lines of code in languages with C’s comments: TypeScript, Java, C#, Scala, Kotlin, Go, Rust. */

/** Opening and closing of what may hold comment signs without being a comment. */
const QUOTES = new Set(['"', "'", '`']);

/**
 * Lines with something on them that is not a comment. Strings end where their line ends, unless they are templates, so
 * that a lone apostrophe (in a regular expression, say) spoils no more than its line.
 */
export function codeLines(source: string): number {
  let lines = 0;
  let hasCode = false;
  let inComment = false;
  let quote = '';
  for (let i = 0; i < source.length; i += 1) {
    const char = source[i]!;
    if (char === '\n') {
      if (hasCode) lines += 1;
      hasCode = false;
      if (quote !== '`') quote = '';
    } else if (inComment) {
      if (char === '*' && source[i + 1] === '/') {
        inComment = false;
        i += 1;
      }
    } else if (quote !== '') {
      hasCode ||= char.trim() !== '';
      if (char === '\\' && source[i + 1] !== '\n') i += 1;
      else if (char === quote) quote = '';
    } else if (char === '/' && source[i + 1] === '*') {
      inComment = true;
      i += 1;
    } else if (char === '/' && source[i + 1] === '/') {
      const end = source.indexOf('\n', i);
      i = (end === -1 ? source.length : end) - 1;
    } else if (char.trim() !== '') {
      hasCode = true;
      if (QUOTES.has(char)) quote = char;
    }
  }
  return hasCode ? lines + 1 : lines;
}
