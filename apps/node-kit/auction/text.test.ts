/** What is text and what is refused; which names are the same. */
import { readFileSync } from 'node:fs';
import { nameKey } from './name-key.ts';
import { SCHEMA_FOLDER } from './packages.ts';
import { matchesPhc } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { nameText, paragraphs, passwordText } from './text.ts';
import { hashToken } from './tokens.ts';

const NAME = { field: 'name', called: 'A name', most: 40 };
const DESCRIPTION = { field: 'description', called: 'A description', most: 2_000 };
const PASSWORD = { field: 'password', called: 'A password', most: 200, least: 8 };

/** What comes of it: the text as it is kept, or the code of its refusal. */
function outcome(read: () => string): string {
  try {
    return `kept ${JSON.stringify(read())}`;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.reason).toMatch(/^[A-Z].*\.$/);
    return error.code;
  }
}

const kept = (text: string): string => `kept ${JSON.stringify(text)}`;

const vectors = (file: string) => JSON.parse(readFileSync(new URL(`vectors/${file}`, SCHEMA_FOLDER), 'utf8'));

type Outcome = string | { refused: string };

interface TextVector extends Partial<Record<'userName' | 'itemName' | 'description', Outcome>> {
  what: string;
  text: string;
  times?: number;
}

describe.each(vectors('texts.json') as TextVector[])('$what', ({ text: piece, times = 1, ...outcomes }) => {
  const text = piece.repeat(times);
  const expected = (as: Outcome = text) => (typeof as === 'string' ? kept(as) : as.refused);
  test("as a user's name", () => {
    expect(outcome(() => nameText(text, NAME))).toBe(expected(outcomes.userName));
  });
  test("as an item's name", () => {
    expect(outcome(() => nameText(text, { ...NAME, most: 100 }))).toBe(expected(outcomes.itemName));
  });
  test('as a description', () => {
    expect(outcome(() => paragraphs(text, DESCRIPTION))).toBe(expected(outcomes.description));
  });
});

test('what is too long is said in numbers', () => {
  expect(() => nameText('x'.repeat(52), NAME)).toThrow('A name has 40 characters at most; this one has 52.');
});

test('a password is taken as it is, spaces included, if it is long enough and not too long', () => {
  expect(outcome(() => passwordText('  \u202e<>\n\'"  ', PASSWORD))).toBe(kept('  \u202e<>\n\'"  '));
  expect(outcome(() => passwordText('', PASSWORD))).toBe('invalid');
  expect(outcome(() => passwordText('👍'.repeat(7), PASSWORD))).toBe('invalid');
  expect(outcome(() => passwordText('x'.repeat(201), PASSWORD))).toBe('too-long');
  expect(outcome(() => passwordText('a\0bcdefgh', PASSWORD))).toBe('invalid');
  expect(outcome(() => passwordText('abcdefgh\ud800', PASSWORD))).toBe('invalid');
});

describe('names that are the same', () => {
  test.each([
    ['upper and lower case', 'ADA', 'ada'],
    ['case beyond ASCII', 'ÄNNE ЖУК', 'änne жук'],
    ['a title-case letter', 'ǅ', 'ǆ'],
    ['the dotted capital I', 'İda', 'ida'],
    ['composed and decomposed', 'Zoë', 'Zoe\u0308'],
    ['full width', 'Ａｄａ', 'ada'],
    ['a ligature', 'ﬁnn', 'finn'],
    ['the Kelvin sign', '\u212aarl', 'karl'],
    ['an invisible space', 'a\u200bda', 'ada'],
    ['a right-to-left mark', 'ada\u200f', 'ada'],
    ['a soft hyphen', 'a\u00adda', 'ada'],
    ['a variation selector', 'ada\ufe0f', 'ada'],
    ['tag characters', 'ada\u{e0041}', 'ada'],
    ['a Hangul filler', 'ada\u3164', 'ada'],
    ['a no-break space', 'ada\u00a0l', 'ada l'],
    ['several spaces', 'ada   l', 'ada l'],
    ['a space before an invisible end', 'ada \u200b', 'ada'],
  ])('%s', (_, one, other) => expect(nameKey(one)).toBe(nameKey(other)));

  test.each([
    ['accents', 'Zoë', 'Zoe'],
    ['a sharp s', 'Groß', 'Gross'],
    ['the two small sigmas', 'Νίκος', 'νίκοσ'],
    ['the dotless i', 'ıda', 'ida'],
  ])('but not: %s', (_, one, other) => expect(nameKey(one)).not.toBe(nameKey(other)));
});

test('the key of a key is the key, it fits its column, and no name has an empty one', () => {
  for (let point = 0x20; point <= 0x10ffff; point++) {
    const text = String.fromCodePoint(point);
    if (/[\p{Unassigned}\p{Private_Use}\p{Surrogate}\p{Unified_Ideograph}]/u.test(text)) continue;
    const key = nameKey(text);
    if (nameKey(key) !== key) throw new Error(`U+${point.toString(16)}: the key of its key is another`);
    // 40 of them, the longest name, have to fit into 768.
    if (Array.from(key).length > 19) throw new Error(`U+${point.toString(16)}: its key is too long`);
    if (key === '' && !outcome(() => nameText(text, NAME)).startsWith('invalid')) {
      throw new Error(`U+${point.toString(16)}: a name, but its key is empty`);
    }
  }
});

test('the vectors for apps in other languages', async () => {
  for (const { name, key } of vectors('name-keys.json')) expect(nameKey(name)).toBe(key);
  for (const { password, stored } of vectors('passwords.json')) expect(await matchesPhc(password, stored)).toBe(true);
  for (const { token, token_hash } of vectors('tokens.json')) expect(hashToken(token)).toBe(token_hash);
});
