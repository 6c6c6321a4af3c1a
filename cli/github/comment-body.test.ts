import { commentName, foreignBody, markdownBody, markerOf } from './comment-body.ts';

test('the first line is the marker, which is no text', () => {
  expect(markdownBody('gate', '\n### Outcry\n')).toBe('<!-- outcry comment: gate -->\n### Outcry');
});

test.each(['-->', 'a\nb', '', '-a', 'a'.repeat(61), 'a<b'])('%j is no name', (name) => {
  expect(() => commentName(name)).toThrow(/expected up to 60/);
});

test('names of one comment are not the beginning of others', () => {
  expect(commentName('gate 2.x')).toBe('gate 2.x');
  expect(markerOf('gate 2').startsWith(markerOf('gate'))).toBe(false);
});

test('a foreign text cannot leave its block of code', () => {
  const body = foreignBody('apps', 'Apps', 'one\n````\n@owner ![](https://example.org/x) \u202e\u001b[2J\r\n~~~');
  const lines = body.split('\n');
  expect(lines.slice(1, 4)).toEqual(['### Apps', '', '`````text']);
  expect(lines.at(-1)).toBe('`````');
  expect(body.match(/`{5,}/g)).toHaveLength(2);
  for (const character of ['\u202e', '\u001b', '\r']) expect(body).not.toContain(character);
});

test('a long text is cut at the end of a line, and says so', () => {
  const lines = Array.from({ length: 9_000 }, (_, index) => `line ${index} 😀`).join('\n');
  for (const body of [markdownBody('a', lines), foreignBody('a', 'A', lines)]) {
    expect(body.length).toBeLessThan(65_536);
    expect(body).toMatch(/😀\n(```)?\n*The rest is too long for a comment; the job shows it\.$/);
  }
  // One endless line is cut within it, but not within a character.
  const body = foreignBody('a', 'A', `x${'😀'.repeat(60_000)}`);
  expect(body.length).toBeLessThan(65_536);
  expect(body.isWellFormed()).toBe(true);
});
