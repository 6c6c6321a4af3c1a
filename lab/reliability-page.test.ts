import { readFileSync } from 'node:fs';
import { partOf, RELIABILITY_PAGE, withPart } from './reliability-page.ts';

const PAGE = `# Words
<!-- begin of campaign: written with --write -->
old
<!-- end of campaign -->
more
`;

test('a part is replaced and nothing else is touched', () => {
  const page = withPart(PAGE, 'campaign', '| a |\n');
  expect(partOf(page, 'campaign')).toBe('| a |');
  expect(page.startsWith('# Words\n')).toBe(true);
  expect(page.endsWith('<!-- end of campaign -->\nmore\n')).toBe(true);
  expect(withPart(page, 'campaign', '| a |')).toBe(page);
});

test('a page without the part is refused with the lines that it lacks', () => {
  expect(() => withPart(PAGE, 'fuzz', '')).toThrow('<!-- begin of fuzz: written with --write -->');
});

test.each(['campaign', 'fuzz'])('docs/reliability-tables.md has a place for %s', (name) => {
  expect(partOf(readFileSync(RELIABILITY_PAGE, 'utf8'), name)).not.toBe('');
});
