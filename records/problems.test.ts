import { type Problem, unreadableSentences } from './problems.ts';

const cut = (file: string): Problem => ({ file, message: 'the record is not JSON' });

test('nothing is said where everything can be read', () => {
  expect(unreadableSentences([], null)).toEqual([]);
});

test.each<[string, Problem[], string[] | null, string[]]>([
  [
    'one record',
    [cut('evening/a.json')],
    null,
    ['1 record cannot be read: evening/a.json: the record is not JSON. The answer is without it.'],
  ],
  [
    'a packed session and a folder, which are no records',
    [
      { file: 'evening/records.json.gz', message: 'the packed session is not whole' },
      { file: 'locked', message: 'EACCES' },
    ],
    null,
    [
      '2 files cannot be read: evening/records.json.gz: the packed session is not whole; locked: EACCES. The answer is without them.',
    ],
  ],
  [
    'those of other sessions apart',
    [cut('evening/a.json'), cut('example/shown/b.json'), cut('night/c.json')],
    ['shown'],
    [
      '1 record cannot be read: example/shown/b.json: the record is not JSON. The answer is without it.',
      '2 records of other sessions cannot be read: evening/a.json: the record is not JSON; night/c.json: the record is not JSON.',
    ],
  ],
  [
    'of many the first',
    Array.from({ length: 1_200 }, (_, index) => cut(`s/${index}.json`)),
    ['s'],
    [
      expect.stringMatching(
        /^1,200 records cannot be read: s\/0\.json: .*; and 1,195 more\. The answer is without them\.$/,
      ),
    ],
  ],
])('%s', (_, problems, sessions, sentences) => {
  expect(unreadableSentences(problems, sessions)).toEqual(sentences);
});
