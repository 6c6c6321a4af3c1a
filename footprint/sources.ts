/** Finds the files that are an app's or a kit's code, in any language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { isLeftByBuild } from '../setup/apps/build/sources.ts';
import { LANGUAGES, type Language } from './lines/languages.ts';

/** Folders of code that is not needed to run. */
const NOT_COUNTED = new Set(['test', 'tests', 'testing', 'bench', 'vectors']);

const languageOf = (file: string): Language | undefined =>
  LANGUAGES.find(({ extensions }) => extensions.includes(extname(file)));

/** `dir` and the folders in it that may hold its code. One with a `package.json` of its own is another package's. */
export function sourceFolders(dir: string): string[] {
  const inside = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !NOT_COUNTED.has(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => join(dir, entry.name))
    .filter((folder) => !isLeftByBuild(folder) && !existsSync(join(folder, 'package.json')));
  return [dir, ...inside.flatMap(sourceFolders)];
}

/** The source files in `dir`, absolute. */
export function sourceFiles(dir: string): string[] {
  return sourceFolders(dir).flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => languageOf(name)?.tests.test(name) === false)
      .map(({ name }) => join(folder, name)),
  );
}

/** Lines of code in `files`. */
export const linesOf = (files: string[]): number =>
  files.reduce((sum, file) => sum + (languageOf(file)?.lines(readFileSync(file, 'utf8')) ?? 0), 0);
