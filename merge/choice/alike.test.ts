import { alike, alikeText } from './alike.ts';

const loses = (who: string): string => `As it comes, ${who} loses what is sent meanwhile`;
const alone = (text: string, index: number) => ({ shared: text, each: [{ own: '', index }] });

test('sentences that differ in one place are together, in the order of their first', () => {
  expect(alike([loses('Alpha'), 'Beta is another matter', loses('Beta with a cache'), loses('Gamma')])).toEqual([
    {
      shared: 'As it comes, … loses what is sent meanwhile',
      each: [
        { own: 'Alpha', index: 0 },
        { own: 'Beta with a cache', index: 2 },
        { own: 'Gamma', index: 3 },
      ],
    },
    alone('Beta is another matter', 1),
  ]);
});

test('the place may be the first word or the last', () => {
  const first = alike(['Alpha takes less than all others do', 'Beta takes less than all others do']);
  const last = alike(['it takes as many bytes as Alpha', 'it takes as many bytes as Beta']);
  expect([first, last].map(([one]) => one!.shared)).toEqual([
    '… takes less than all others do',
    'it takes as many bytes as …',
  ]);
});

test.each([
  ['with little in common', 'Alpha is fast', 'Beta is fast'],
  ['where one has only more words', loses('Alpha'), loses('Alpha in Go')],
  ['with long passages of their own', loses('Alpha'), loses('one of five quite different servers')],
  [
    'that would be torn in two',
    'it matters to the time in the server most',
    'it matters to the time from client to server most',
  ],
  ['in two places', loses('Alpha'), loses('Beta').replace('sent', 'said')],
])('sentences %s are apart', (_, one, other) => {
  expect(alike([one, other])).toEqual([alone(one, 0), alone(other, 1)]);
});

test("a comma behind the place is the sentence's", () => {
  const [one] = alike(['With a broadcast, it is as fast as that', 'With an echo, it is as fast as that']);
  expect([one!.shared, ...one!.each.map(({ own }) => own)]).toEqual([
    'With …, it is as fast as that',
    'a broadcast',
    'an echo',
  ]);
});

test('nothing is lost or told twice', () => {
  const all = [loses('Alpha'), loses('Alpha in Go'), loses('Beta'), loses('Beta'), 'x', ''];
  const indexes = alike(all).flatMap(({ each }) => each.map(({ index }) => index));
  expect(indexes.sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(alike([])).toEqual([]);
});

test('in words', () => {
  expect(alike([loses('Alpha'), loses('Beta'), 'x']).map(alikeText)).toEqual([
    'As it comes, … loses what is sent meanwhile (…: Alpha; Beta)',
    'x',
  ]);
});
