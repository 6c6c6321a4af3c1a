import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { ROOT } from '../system/root.ts';

/** The rooms from the top floor down. A room imports from its own files and from floors below, tests included. */
const FLOORS = [
  ['e2e'],
  ['cli'],
  ['lab', 'docker'],
  ['loadtests', 'chart-merger'],
  ['web-api', 'footprint'],
  ['client-launcher', 'records'],
  ['apps'],
  ['kits'],
  ['setup', 'shared-ui'],
  ['member', 'merge'],
  ['protocol'],
  ['metrics'],
  ['system'],
];
const NOT_OURS = new Set(['node_modules', 'dist', 'target', 'bin', 'obj', '.outcry']);

const floorOf = (room: string): number => FLOORS.findIndex((rooms) => rooms.includes(room));
const roomOf = (path: string): string => relative(ROOT, path).split(sep)[0]!;

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : sourcesIn(path);
    return /\.(ts|mjs)$/.test(entry.name) ? [path] : [];
  });
}

/** The files of this checkout that `file` imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(?:import|export)\b[^;]*?from '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)]
    .map(([, from, dynamic]) => resolve(dirname(file), (from ?? dynamic)!))
    .filter((path) => existsSync(path));
}

test('a room imports from no room above it, nor from another on its floor', () => {
  const wrong = FLOORS.flat()
    .flatMap((room) => sourcesIn(join(ROOT, room)))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => roomOf(imported) !== roomOf(file))
        .filter((imported) => floorOf(roomOf(imported)) <= floorOf(roomOf(file)))
        .map((imported) => `${relative(ROOT, file)} imports ${relative(ROOT, imported)}`),
    );
  expect(wrong).toEqual([]);
});

test('docs/architecture.md draws the floors in this order', () => {
  const text = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');
  const [, drawing] = /## The rooms[\s\S]*?```\n([\s\S]*?)```/.exec(text)!;
  const drawn = [...drawing!.matchAll(/^ {2}([\w-]+(?:, [\w-]+)*) {2,}/gm)].map(([, rooms]) => rooms!.split(', '));
  expect(drawn).toEqual(FLOORS);
});
