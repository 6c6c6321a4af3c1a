import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../../system/root.ts';

/** Lines that show a need for a process, a port or a temporary folder. */
const NEEDS = /from 'node:(child_process|net|http|http2|https|dgram|worker_threads|cluster)'|\bmkdtemp/;
const HELPER = /from '(\.{1,2}\/(?:[^']*\/)?testing\/[^']+\.ts)'/;
const SKIPPED = new Set(['node_modules', 'dist', 'results', '.outcry', '.git']);

function testsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : testsIn(path);
    return /(?<!\.integration)\.test\.ts$/.test(entry.name) ? [path] : [];
  });
}

/** Lines of a file without imports of types alone. */
const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('import type '));

/** Lists what makes a test more than a unit test, in its own lines or in those of its helpers. */
function needs(path: string): string[] {
  const lines = linesOf(path);
  const helpers = lines.flatMap((line) => HELPER.exec(line)?.[1] ?? []).map((helper) => join(dirname(path), helper));
  return [lines, ...helpers.map(linesOf)].flat().filter((line) => NEEDS.test(line));
}

test('unit tests are pure; with processes, ports or temporary folders they are called *.integration.test.ts', () => {
  const own = import.meta.filename;
  const impure = testsIn(ROOT).filter((path) => path !== own && needs(path).length > 0);
  expect(impure.map((path) => relative(ROOT, path))).toEqual([]);
});
