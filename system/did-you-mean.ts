/** Suggests the name that a person probably meant. */
import { EXIT, OutcryError } from './errors.ts';

/** How many letters two words are apart: inserted, missing, changed or swapped with the next (optimal string alignment). */
export function lettersApart(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * The names that `word` is nearest to; case and punctuation do not count.
 * @returns empty where none is near: a third of its letters differ, or more than three
 */
export function nearest(word: string, names: readonly string[]): string[] {
  const wanted = plain(word);
  const apart = [...new Set(names)].map((name) => {
    const letters = lettersApart(wanted, plain(name));
    // Who begins a name means it, as `long` means `long-polling`.
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
 * @param more what may be given besides names
 */
export function noSuch(kind: string, word: string, names: readonly string[], more = ''): OutcryError {
  const there = `no ${kind} "${word}"; there is: ${names.join(', ')}${more}`;
  return new OutcryError(`${there}${didYouMean(word, names)}`, EXIT.usage);
}
