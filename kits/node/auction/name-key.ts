/**
 * Two user names are the same when their keys are. The key is made here and compared byte by byte, so that SQLite, MySQL and
 * apps in other languages agree, whatever their collations; `kits/schema/README.md` defines it for them.
 */
import { INVISIBLE } from './text.ts';

/** Unicode's simple lower case: always one code point for one, whatever stands around it. */
function lowerCase(character: string): string {
  // The one character whose lower case has two code points in this language and another one in others.
  return character === '\u0130' ? 'i' : character.toLowerCase();
}

const fold = (text: string): string => Array.from(text.normalize('NFKC').replace(INVISIBLE, ''), lowerCase).join('');

/**
 * The key of a checked user name: compatibility forms, invisible characters, upper case and runs of spaces make no
 * difference. Empty when nothing is left.
 */
export function nameKey(name: string): string {
  return fold(name).normalize('NFKC').replace(/ +/g, ' ').replace(/^ | $/g, '');
}
