/** Texts that are taken and refused; names that are the same. */
import { readFileSync } from 'node:fs';
import { nameKey } from './name-key.ts';
import { SCHEMA_FOLDER } from './packages.ts';
import { matchesPhc } from './passwords.ts';
import { Refusal } from './refusal.ts';
import { nameText, paragraphs } from './text.ts';
import { hashToken } from './tokens.ts';

const NAME = { field: 'name', called: 'A name', most: 40 };
const DESCRIPTION = { field: 'description', called: 'A description', most: 2_000 };

/** The outcome: the text as it is kept, or the code of its refusal. */
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
