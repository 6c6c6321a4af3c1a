/** Random words that people write. Pure. */

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORDS = [5, 25] as const;
const WORD_LETTERS = [3, 6] as const;

/** @param random numbers from 0 (included) to 1 (not) */
export function someWords(random: () => number): string {
  const from = ([least, most]: readonly [number, number]): number => least + Math.floor(random() * (most - least + 1));
  const words: string[] = [];
  for (let left = from(WORDS); left > 0; left--) {
    let word = '';
    for (let letters = from(WORD_LETTERS); letters > 0; letters--) {
      word += LETTERS[Math.floor(random() * LETTERS.length)];
    }
    words.push(word);
  }
  return words.join(' ');
}
