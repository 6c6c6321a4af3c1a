/** Suggests the name that a person probably meant. */
import leven from 'leven';
import { EXIT, OutcryError } from './errors.ts';

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The names that `word` is nearest to; case and punctuation do not count.
 * @returns empty where none is near: a third of its letters differ, or more than three
 */
export function nearest(word: string, names: readonly string[]): string[] {
  const wanted = plain(word);
  const apart = [...new Set(names)].map((name) => {
    const letters = leven(wanted, plain(name));
    // A prefix of a name is enough, such as `long` for `long-polling`.
    return { name, letters: wanted.length >= 3 && plain(name).startsWith(wanted) ? Math.min(letters, 1) : letters };
  });
  const least = Math.min(...apart.map(({ letters }) => letters));
  if (least > Math.min(3, wanted.length / 3)) return [];
  return apart.filter(({ letters }) => letters === least).map(({ name }) => name);
}

/** `; did you mean NAME?`, or nothing. */
export function didYouMean(word: string, names: readonly string[]): string {
  const near = nearest(word, names);
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}

/**
 * The mistake of naming something that there is not.
 * @param kind such as `framework`
 * @param more texts that may be given besides names
 */
export function noSuch(kind: string, word: string, names: readonly string[], more = ''): OutcryError {
  const there = `no ${kind} "${word}"; there is: ${names.join(', ')}${more}`;
  return new OutcryError(`${there}${didYouMean(word, names)}`, EXIT.usage);
}
