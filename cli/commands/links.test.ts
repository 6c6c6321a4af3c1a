import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ROOT } from '../../system/root.ts';

/** Installed and built, or somebody's results. */
const NOT_OURS = new Set(['node_modules', 'dist', 'target', 'obj', 'bin', 'data', 'results']);

function pages(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || NOT_OURS.has(entry.name)) return [];
    if (entry.isDirectory()) return pages(join(dir, entry.name));
    return entry.name.endsWith('.md') ? [join(dir, entry.name)] : [];
  });
}

/** As GitHub makes them of headings. */
function anchors(page: string): Set<string> {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  const plain = Array.from(headings, ([, title]) => title!.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, ''));
  return new Set(plain.map((title) => title.trim().replaceAll(' ', '-')));
}

/** The targets within the repository that links and images of `page` name, except those in code. */
function targets(page: string): string[] {
  const prose = readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '');
  const found = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target!);
  return found.filter((target) => !/^[a-z]+:/.test(target));
}

const ALL = pages(ROOT).map((page) => relative(ROOT, page));

test('the pages are found', () => {
  expect(ALL).toEqual(expect.arrayContaining(['README.md', join('docs', 'architecture.md')]));
});

test.each(ALL)('%s: every link leads to a file, and to a heading of it', (name) => {
  const page = join(ROOT, name);
  const broken = targets(page).filter((target) => {
    const [path, anchor] = target.split('#') as [string, string?];
    const file = path === '' ? page : join(dirname(page), decodeURIComponent(path));
    if (!existsSync(file)) return true;
    return anchor !== undefined && basename(file).endsWith('.md') && !anchors(file).has(anchor);
  });
  expect(broken).toEqual([]);
});
