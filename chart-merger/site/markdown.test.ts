import { markdownHtml } from './markdown.ts';

const known = (href: string): string | null => (href.startsWith('method.md') ? 'method.html' : null);
const shown = (text: string): string => markdownHtml(text, known).text;

test('a link to what is published leads there; another is its text alone', () => {
  expect(shown('[how](method.md#load), [what](other.md)')).toBe('<p><a href="method.html">how</a>, what</p>\n');
});

test.each([
  '<img src=x onerror=alert(1)>',
  'so <script>alert(1)</script>',
  '![<b>](x.png)',
  '[x](javascript:alert(1))',
])('nothing of %s acts or is loaded', (text) => {
  expect(shown(text)).not.toMatch(/<(img|script|b)|href/);
});

test('headings have the anchors that GitHub gives them, and tables can be scrolled by keyboard', () => {
  expect(shown('## Who comes first, on the *CPU*?')).toBe(
    '<h2 id="who-comes-first-on-the-cpu">Who comes first, on the <em>CPU</em>?</h2>\n',
  );
  expect(shown('| a | b |\n| --- | --- |\n| 1 | 2 |')).toMatch(
    /^<div class="scroll" tabindex="0"[^>]*><table[\s\S]*<\/table>\s*<\/div>\s*$/,
  );
});

test('what is wider than a page can be moved by the keyboard', () => {
  const made = markdownHtml('| a |\n|---|\n| b |\n\n    ./outcry run\n', () => null).text;
  expect(made).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Table"><table');
  expect(made).toContain('<pre tabindex="0"><code>./outcry run');
});
