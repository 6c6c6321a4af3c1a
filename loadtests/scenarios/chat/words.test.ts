import { seededRandom } from '../../../protocol/random.ts';
import { someWords } from './words.ts';

test('there are 5 to 25 words of 3 to 6 letters, and both ends of both come up', () => {
  const random = seededRandom(1, 1);
  const texts = Array.from({ length: 2000 }, () => someWords(random).split(' '));
  const counts = texts.map((words) => words.length);
  const lengths = texts.flat().map((word) => word.length);
  expect([Math.min(...counts), Math.max(...counts)]).toEqual([5, 25]);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([3, 6]);
  expect(texts.flat().every((word) => /^[a-z]+$/.test(word))).toBe(true);
});

test('the same seed has the same words', () => {
  expect(someWords(seededRandom(7, 2))).toBe(someWords(seededRandom(7, 2)));
  expect(someWords(seededRandom(7, 2))).not.toBe(someWords(seededRandom(8, 2)));
});
