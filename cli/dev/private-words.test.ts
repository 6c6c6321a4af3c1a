import { privateWords, useText } from './private-words.ts';

const found = (text: string, file = 'made-up.md'): string[] => privateWords(text, file).map(({ word }) => word);

describe('private words', () => {
  test.each([
    ['look', 'The machine look took 10 s.'],
    ['look', 'Run it with --look 0.'],
    ['floor', 'The floor is 0.2 ms.'],
    ['half', 'Compare the two halves.'],
    ['set aside', 'Such a run is set aside.'],
    ['attempt', 'Each attempt at a run has a record.'],
    ['keeper', 'A keeper cleans up.'],
    ['wing', 'Each wing counts.'],
    ['primary', 'The primary listens.'],
    ['way', 'A slower way is shaped.'],
    ['strained', 'The worker is strained.'],
    ['claim (of a file)', 'The record is written under a claim.'],
    ['outlook', 'The outlook is an hour.'],
    ['left out', 'Two apps were left out.'],
    ['told', 'What runs say of themselves.'],
    ['findings (of a run)', 'A fatal finding.'],
    ['stand-in', 'A server stands in for the broker.'],
    ['master', 'The master begins.'],
    ['whoever', 'Whoever reads it.'],
    ['nobody', 'Nobody knows the number.'],
  ])('%s is found in: %s', (word, text) => {
    expect(found(text)).toEqual([word]);
  });

  test.each([
    'It is on the ground floor of half a house.',
    'They look at half of the cores in a way that nobody expected.',
    'The claim of study A has a primary key.',
    'The fields `floor`, `half` and `standIn` are names in records.',
    'See [the page](floor.md#masters).',
  ])('none is in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  test('code is read for comments and texts, and names only for words without another sense', () => {
    const code = [
      'const floor = Math.floor(half); // the floor',
      "say('floor', `the primary of it`);",
      '/** `floor` stays. */ const it = /wings/.test(primary);',
      'const outlook = 1;',
    ].join('\n');
    expect(privateWords(code, 'a.ts').map(({ line, word }) => [line, word])).toEqual([
      [1, 'floor'],
      [2, 'primary'],
      [3, 'wing'],
      [4, 'outlook'],
    ]);
    expect(found('# the floor\nfloor: "floor"\n', 'a.yml')).toEqual(['floor']);
    expect(found('<p class="stand-in" data-bind="text: floor">The floor</p>', 'a.html')).toEqual(['floor']);
    expect(privateWords('', 'cli/outlook.ts')).toMatchObject([{ line: 0, word: 'outlook' }]);
  });

  test('a use is reported with its place and the standard word', () => {
    const [use] = privateWords('\nThe keeper.', 'a.md');
    expect(useText('a.md', use!)).toBe('a.md:2: "keeper" is a private word; write "reaper"');
  });
});
