/**
 * Rules of users' text, which is kept as it is: markup is not escaped here, the page shows it as text. Only characters that no text
 * needs and that harm where text is shown are refused. `kits/schema/README.md` has the same rules in words.
 */
import { Refusal } from './refusal.ts';

/** Control characters but for the newline, and the two Unicode line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029]/;

/**
 * Overrides, embeddings and isolates: they decide how the text after them is shown, and in a name they make one user or item
 * look like another. U+202E and "ecila" is shown as "alice".
 */
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/;

/** Characters that take no space on the screen: formatting marks, joiners, selectors, fillers. Default_Ignorable_Code_Point. */
export const INVISIBLE = new RegExp(
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
    '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]',
  'gu',
);

/** UTF-16 units beyond which a text is refused unread: none that passes the limits is longer. */
const HOPELESS = 20_000;

export interface TextRules {
  /** The field's name on the wire. */
  field: string;
  /** Its name in sentences, such as `A name`. */
  called: string;
  /** Most code points. */
  most: number;
}

export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function tooLong({ field, called, most }: TextRules, length: number): Refusal {
  const has = length > HOPELESS ? 'far more' : length.toLocaleString('en');
  return new Refusal(
    'too-long',
    `${called} has ${most.toLocaleString('en')} characters at most; this one has ${has}.`,
    field,
  );
}

/** Refuses what is far too long, or not Unicode: half of a surrogate pair cannot be written to a database. */
function checkWhole(text: string, rules: TextRules): void {
  if (text.length > HOPELESS) throw tooLong(rules, text.length);
  if (/\p{Surrogate}/u.test(text)) {
    throw new Refusal('invalid', `${rules.called} contains half of a character. Type it again.`, rules.field);
  }
}

function checkLength(text: string, rules: TextRules): string {
  const length = codePoints(text);
  if (length > rules.most) throw tooLong(rules, length);
  return text;
}

function checkVisible(text: string, { field, called }: TextRules): void {
  if (text.replace(INVISIBLE, '').trim() === '') {
    const what = text === '' ? `${called} is needed` : `${called} needs at least one character that can be seen`;
    throw new Refusal('invalid', `${what}.`, field);
  }
}

/** A name: one line in which nothing changes the direction of writing, NFC, trimmed. @throws Refusal */
export function nameText(text: string, rules: TextRules): string {
  checkWhole(text, rules);
  const clean = text.normalize('NFC').trim();
  checkVisible(clean, rules);
  if (CONTROL.test(clean) || clean.includes('\n')) {
    throw new Refusal('invalid', `${rules.called} is one line without control characters.`, rules.field);
  }
  if (DIRECTION.test(clean)) {
    const reason = `${rules.called} cannot have marks that change the direction of writing.`;
    throw new Refusal('invalid', reason, rules.field);
  }
  return checkLength(clean, rules);
}

/** Several lines of text, NFC, trimmed, possibly none; every kind of line break becomes a newline, a tab a space. */
export function paragraphs(text: string, rules: TextRules): string {
  checkWhole(text, rules);
  const clean = text
    .normalize('NFC')
    .replace(/\r\n?|\u0085|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .trim();
  if (CONTROL.test(clean)) {
    throw new Refusal('invalid', `${rules.called} has line breaks, but no other control characters.`, rules.field);
  }
  return checkLength(clean, rules);
}

/** A password: taken as it is, but for the normal form that `passwords.ts` gives it. @throws Refusal */
export function passwordText(text: string, rules: TextRules & { least: number }): string {
  checkWhole(text, rules);
  if (text.includes('\0')) throw new Refusal('invalid', `${rules.called} cannot have a NUL character.`, rules.field);
  if (text === '') throw new Refusal('invalid', `${rules.called} is needed.`, rules.field);
  if (codePoints(text) < rules.least) {
    throw new Refusal('invalid', `${rules.called} has at least ${rules.least} characters.`, rules.field);
  }
  return checkLength(text, rules);
}
