/** The languages whose code is counted: an entry each. */
import { codeLines } from './code-lines.ts';
import { pythonLines } from './python-lines.ts';
import { rustLines } from './rust-lines.ts';

export interface Language {
  /** The ends of its files' names. */
  extensions: readonly string[];
  /** Finds the names of files that only tests have. */
  tests: RegExp;
  /** Counts the lines of code in a file's text. */
  lines(source: string): number;
}

export const LANGUAGES: readonly Language[] = [
  {
    extensions: ['.ts', '.js', '.mjs', '.cjs'],
    tests: /\.(test|fault|page|functional|bench)\.[a-z]+$/,
    lines: codeLines,
  },
  { extensions: ['.java', '.scala', '.kt', '.cs'], tests: /Tests?\.[a-z]+$/, lines: codeLines },
  { extensions: ['.go'], tests: /_test\.go$/, lines: codeLines },
  { extensions: ['.rs'], tests: /(^|_)tests?\.rs$/, lines: rustLines },
  { extensions: ['.py'], tests: /^(test_.*|.*_tests?|conftest)\.py$/, lines: pythonLines },
];
