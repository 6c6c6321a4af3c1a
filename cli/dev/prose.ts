/** Finds what a person reads in a source file: comments, and texts of more than one word. */

const STRINGS = String.raw`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`;
const TEMPLATE = '`(?:\\\\[\\s\\S]|[^\\\\`])*`';
const REGEX = String.raw`(?<=[(,=:[!&|?{};>]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/`;
/** Comments, texts and regular expressions of languages like C. */
const LIKE_C = new RegExp(String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/|${TEMPLATE}|${STRINGS}|${REGEX}`, 'g');
/** Those of languages whose comments begin with `#`. */
const WITH_HASH = new RegExp(String.raw`(?<=^|\s)#[^\n]*|${STRINGS}`, 'g');
const HASH_FILES = /(\.(ya?ml|sh|py|conf)|Dockerfile|(^|\/)(outcry|run))$/;

/** Code within Markdown, and where its links lead to. */
const MARKDOWN_CODE = /^```[\s\S]*?^```$|`[^`\n]*`|\]\([^)\n]*\)/gm;
/** Names of tags, and attributes that hold names and code. */
const HTML_CODE = /<\/?[\w-]+|\s(?:data-bind|class|id|href|src|name|for|value|type|aria-[a-z]+by)="[^"]*"/g;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/**
 * `text` with everything blanked that is not prose: code, names, strings of one word. Lines and columns stay.
 * @param file its path, the end of which tells the language
 */
export function prose(text: string, file: string): string {
  if (file.endsWith('.md')) return text.replace(MARKDOWN_CODE, blank);
  if (file.endsWith('.html')) return text.replace(HTML_CODE, blank);
  let at = 0;
  let read = '';
  for (const { 0: token, index } of text.matchAll(HASH_FILES.test(file) ? WITH_HASH : LIKE_C)) {
    read +=
      blank(text.slice(at, index)) +
      (isProse(token) ? token.replace(/\$\{[^}]*\}|\{@link [^}]*\}|`[^`\n]*`/g, blankWithin(token)) : blank(token));
    at = index + token.length;
  }
  return read + blank(text.slice(at));
}

/** Names in a comment stand in backquotes; a text in backquotes holds expressions. */
const blankWithin =
  (token: string) =>
  (part: string): string =>
    part === token ? part.replace(/\$\{[^}]*\}/g, blank) : blank(part);

const isProse = (token: string): boolean => /^(\/[/*]|#)/.test(token) || (/^["'`]/.test(token) && token.includes(' '));
