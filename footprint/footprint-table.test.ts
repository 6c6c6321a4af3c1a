import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readApps } from '../setup/apps/manifest/manifest.ts';
import { ROOT } from '../system/root.ts';
import { FOOTPRINT_PAGE, footprintTable, withFootprints } from './footprint-table.ts';
import { linesOf, sourceFiles } from './sources.ts';

const shout = {
  framework: 'shout',
  label: 'Shout',
  client: {
    framework: { minified: 12_345, gzip: 4_321 },
    own: { minified: 999, gzip: 99 },
    page: { minified: 1, gzip: 1 },
  },
  lines: { adapter: 90, server: 1_034 },
  packages: null,
  kit: { lines: 2_344, packages: 51 },
};

test('an app is a row that leads to its folder; what is unknown is a dash', () => {
  const row = '| [Shout](../apps/shout) | 12,345 / 4,321 | 999 / 99 | 1,034 | 90 | – | 2,344 | 51 |';
  expect(footprintTable([shout]).split('\n')[2]).toBe(row);
});

test('the table takes the place of the one before; a page without a place for it says so', () => {
  const page = readFileSync(join(ROOT, FOOTPRINT_PAGE), 'utf8');
  const written = withFootprints(page, [shout]);
  expect(written).toContain(footprintTable([shout]));
  expect(withFootprints(written, [shout])).toBe(written);
  expect(() => withFootprints('# Title\n', [shout])).toThrow(/has no place for the footprints/);
});

describe('the page in the repository', () => {
  const rows = readFileSync(join(ROOT, FOOTPRINT_PAGE), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| \[.+?\]\(\.\.\/apps\/([^/]+?)\) \|(.*)\|$/.exec(line)?.slice(1, 3) ?? [])
    .reduce((found, text, i, all) => (i % 2 === 0 ? found.set(text, all[i + 1]!) : found), new Map<string, string>());

  test('has a row for every app, and says of each that is no runtime of another what had to be written', () => {
    const apps = readApps();
    expect([...rows.keys()].sort()).toEqual(apps.map(({ id }) => id).sort());
    const page = readFileSync(join(ROOT, FOOTPRINT_PAGE), 'utf8');
    const told = Array.from(page.matchAll(/\]\(\.\.\/apps\/([^/]+)\/README\.md\)/g), ([, id]) => id!);
    expect(apps.map(({ id }) => id)).toEqual(expect.arrayContaining(told));
    const own = apps.filter(({ runtimeOf }) => runtimeOf === undefined).map(({ id }) => id);
    expect(told).toEqual(expect.arrayContaining(own));
  });

  // The table's other figures need every app built, which a unit test does not do.
  test.each(readApps().map(({ id, dir }) => [id, dir]))(
    '%s: its lines are not far from those in the table',
    (id, dir) => {
      const [server, adapter] = rows
        .get(id)!
        .split('|')
        .slice(2, 4)
        .map((cell) => Number(cell.replaceAll(',', '')));
      const now = linesOf(sourceFiles(dir));
      const change = Math.abs(now - (server! + adapter!)) / now;
      // Over this, ./outcry footprint --write is due.
      expect(change).toBeLessThan(0.15);
    },
  );
});
