/** Finds the files that are an app's or a kit's code, in any language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { codeLines } from './code-lines.ts';

const SOURCE = new Set(['.ts', '.js', '.mjs', '.cjs', '.java', '.scala', '.kt', '.cs']);
/** Build output, installed packages, and code that is not needed to run. */
const NOT_COUNTED = new Set([
  ...['node_modules', 'dist', 'data', 'target', 'bin', 'obj'],
  ...['test', 'tests', 'testing', 'bench', 'vectors'],
]);
const TEST_FILE = /\.(test|fault|page|functional|bench)\.[a-z]+$|Tests?\.(java|scala|kt|cs)$/;

/** `dir` and the folders in it that may hold its code. One with a `package.json` of its own is another package's. */
export function sourceFolders(dir: string): string[] {
  const inside = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_COUNTED.has(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => join(dir, entry.name))
    .filter((folder) => !existsSync(join(folder, 'package.json')));
  return [dir, ...inside.flatMap(sourceFolders)];
}

/** The source files in `dir`, absolute. */
export function sourceFiles(dir: string): string[] {
  return sourceFolders(dir).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => SOURCE.has(extname(name)) && !TEST_FILE.test(name))
      .map(({ name }) => join(folder, name)),
  );
}

/** Lines of code in `files`. */
export const linesOf = (files: string[]): number =>
  files.reduce((sum, file) => sum + codeLines(readFileSync(file, 'utf8')), 0);
