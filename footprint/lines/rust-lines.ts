/** Counts lines of code in Rust, where tests stand in the file that they test. */
import { codeLines } from './code-lines.ts';

/** The attribute before an item that only tests have. */
const OF_TESTS = /^(\s*)#\[cfg\(test\)\]\s*$/;

/** `source` without the items that only tests have, as rustfmt writes them: their last line begins where their attribute does. */
export function withoutTests(source: string): string {
  const lines = source.split('\n');
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const indentation = OF_TESTS.exec(lines[i]!)?.[1];
    if (indentation === undefined) {
      kept.push(lines[i]!);
      continue;
    }
    const isLast = (line: string): boolean =>
      line.startsWith(indentation) && /^(\}|\S.*(;|\{.*\}))\s*$/.test(line.slice(indentation.length));
    const end = lines.findIndex((line, index) => index > i && isLast(line));
    i = end === -1 ? lines.length : end;
  }
  return kept.join('\n');
}

/** Lines of code as in languages with C's comments, without those of tests. */
export const rustLines = (source: string): number => codeLines(withoutTests(source));
