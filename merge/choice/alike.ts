/** Sentences that differ in one place, so that a page says once what they share. Pure. */

const PLACE = '…';
/** With less in common, sentences are alike by chance. */
const LEAST_SHARED_WORDS = 6;
const MOST_OWN_WORDS = 4;
/** The end of what is no part of a sentence by itself. */
const OPEN_END = /^(an?|the|to|of|in|from|with|by)$/;

/** Sentences that differ in one place; a sentence that is like no other is alone. */
export interface Alike {
  /** `The … is slow`, with the place where they differ; of one alone, the sentence. */
  shared: string;
  /** What each has in that place, with its index among all sentences; of one alone, nothing. */
  each: { own: string; index: number }[];
}

/** The words around a place. */
interface Frame {
  before: readonly string[];
  after: readonly string[];
}

function sharedWords(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((word, index) => word !== other[index]);
  return at < 0 ? one.length : at;
}

/** What two sentences share; null where it is too little, or where one has nothing of its own. */
function frameOf(one: readonly string[], other: readonly string[]): Frame | null {
  const before = one.slice(0, sharedWords(one, other));
  const [restOfOne, restOfOther] = [one, other].map((words) => words.slice(before.length).reverse());
  const after = restOfOne!.slice(0, sharedWords(restOfOne!, restOfOther!)).reverse();
  const frame = { before, after };
  return ownWords(one, frame) !== null && ownWords(other, frame) !== null ? frame : null;
}

/** What a sentence has in the place; null where it has other words around it, nothing in it, or too much. */
function ownWords(words: readonly string[], { before, after }: Frame): string | null {
  const end = words.length - after.length;
  const fits = before.every((word, at) => words[at] === word) && after.every((word, at) => words[end + at] === word);
  const own = words.slice(before.length, end);
  const isAlike = fits && before.length + after.length >= LEAST_SHARED_WORDS && own.length <= MOST_OWN_WORDS;
  return isAlike && own.length > 0 && !OPEN_END.test(own.at(-1)!) ? own.join(' ') : null;
}

/** Puts sentences together that differ in one place, each with the first that it is like, in the order of their first. */
export function alike(sentences: readonly string[]): Alike[] {
  const all = sentences.map((text) => text.split(' '));
  const taken = new Set<number>();
  return all.flatMap((words, first): Alike[] => {
    if (taken.has(first)) return [];
    const later = all.flatMap((other, index) => (index > first && !taken.has(index) ? [{ other, index }] : []));
    const frame = later.map(({ other }) => frameOf(words, other)).find((found) => found !== null);
    if (frame === undefined || frame === null)
      return [{ shared: sentences[first]!, each: [{ own: '', index: first }] }];
    const each = [{ other: words, index: first }, ...later].flatMap(({ other, index }) => {
      const own = ownWords(other, frame);
      return own === null ? [] : [{ own, index }];
    });
    for (const { index } of each) taken.add(index);
    // A comma that all have behind them belongs to the sentence.
    const comma = each.every(({ own }) => own.endsWith(',')) ? ',' : '';
    return [
      {
        shared: [...frame.before, `${PLACE}${comma}`, ...frame.after].join(' '),
        each: each.map(({ own, index }) => ({ own: own.slice(0, own.length - comma.length), index })),
      },
    ];
  });
}

/** `The … is slow (…: first; second)`; of one alone, the sentence. */
export const alikeText = ({ shared, each }: Alike): string =>
  each.length === 1 ? shared : `${shared} (${PLACE}: ${each.map(({ own }) => own).join('; ')})`;
