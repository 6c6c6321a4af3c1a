import { narrowTable, wrap } from './narrow-table.ts';

test('text is cut between words, and a word that is too long is left whole', () => {
  expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four']);
  expect(wrap('see https://example.org/long now', 8)).toEqual(['see', 'https://example.org/long', 'now']);
  expect(wrap('', 8)).toEqual(['']);
});

test('no line is longer than the terminal is wide, and remarks stand below their rows', () => {
  const rows = [
    { cells: ['Node.js', 'ok', '22.1.0', 'Outcry itself, and apps in JavaScript, of which there are many'], below: '' },
    { cells: ['A tool with a very long name indeed', 'missing', '', 'this'], below: 'get it: install it by hand' },
  ];
  const text = narrowTable(['what', 'state', 'version', 'needed for'], rows, 60);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
  expect(text).toBe(
    [
      'what                  state    version  needed for',
      'Node.js               ok       22.1.0   Outcry itself, and',
      '                                        apps in JavaScript,',
      '                                        of which there are',
      '                                        many',
      'A tool with a very    missing           this',
      'long name indeed',
      '    get it: install it by hand',
    ].join('\n'),
  );
});
