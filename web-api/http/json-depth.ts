/**
 * How deep a JSON text is nested, looked at before the text is read into anything: a reader needs far more memory for a level
 * than the one character that opens it.
 */

/** Deeper nesting is refused everywhere: nothing of ours comes near it. */
export const MAX_DEPTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The quote that ends the text which begins at `from`; the end of `text` when none does. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return at;
}

/**
 * Whether more than `most` arrays and objects are open at once anywhere in `text`. Each character is looked at once at most, and
 * nothing is kept. Whether the text is JSON is not asked.
 */
export function isTooDeep(text: string, most = MAX_DEPTH): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > most) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        // A text that closes more than it opened is no JSON, and must not be allowed more depth later for it.
        if (depth > 0) depth--;
        break;
    }
  }
  return false;
}
