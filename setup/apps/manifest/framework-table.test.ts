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
