import { frameworkTable, withFrameworks } from './framework-table.ts';
import type { App } from './manifest.ts';

const app = {
  id: 'shout',
  label: 'Shout | Out',
  homepage: 'https://shout.example',
  language: 'TypeScript on Node.js',
  transports: { 'long-polling': {}, rest: {} },
} as unknown as App;

const ROW =
  '| [Shout \\| Out](https://shout.example) | `shout` | TypeScript on Node.js | long-polling, single requests |';

test('an app is a row: what it is called here, where it is from, what its server is, its transports in words', () => {
  expect(frameworkTable([app]).split('\n')[2]).toBe(ROW);
});

test('runtimes of one protocol have a table of their own, and what a run leaves alone is named', () => {
  const [go, rust] = ['go', 'rust'].map((id) => ({ ...app, id, label: id, runtimeOf: 'shout' })) as [App, App];
  const named = { ...app, id: 'named', onlyNamed: true } as App;
  const lines = frameworkTable([go, named, rust, app]).split('\n');
  const rows = lines.map((line) => /^\| \[.*?`(\w+)`/.exec(line)?.[1] ?? line.slice(0, 20));
  expect(rows.filter((row) => !row.startsWith('|'))).toEqual([
    ...['named', 'shout', '', 'The protocol of Shou', '', 'go', 'rust', '', '`./outcry run` measu', ''],
  ]);
  expect(lines.at(-2)).toContain('measures `go`, `named` and `rust` only if you name them');
  expect(() => frameworkTable([go])).toThrow('apps/go/app.json: runtimeOf: there is no app "shout"');
});

test('the table takes the place of the one before, and nothing else changes', () => {
  const readme = (table: string) =>
    `# Title\n\n<!-- Written by ./outcry generate from apps/*/app.json: change those. -->\n${table}<!-- end of what is written -->\nAnd more.\n`;
  const once = withFrameworks(readme('old\n'), [app]);
  expect(once).toBe(readme(`\n${frameworkTable([app])}\n`));
  expect(withFrameworks(once, [app])).toBe(once);
});

test('a README without a place for it is an error that says what is missing', () => {
  expect(() => withFrameworks('# Title\n', [app])).toThrow(
    /README.md has no place for the frameworks: the lines "<!--/,
  );
});
