/** The text of a comment on a pull request. Pure. */
import { InvalidArgumentError } from 'commander';
import { printable } from '../output/print.ts';

/** GitHub takes 65,536 characters. */
const MOST_CHARACTERS = 60_000;
const CUT = '\n\nThe rest is too long for a comment; the job shows it.';

/** Parses the name that a comment is found by. */
export function commentName(text: string): string {
  if (/^[a-z0-9][a-z0-9 .-]{0,59}$/i.test(text)) return text;
  throw new InvalidArgumentError('expected up to 60 letters, digits, dots, spaces and hyphens');
}

/** The first line of the comment called `name`, which readers do not see. */
export const markerOf = (name: string): string => `<!-- outcry comment: ${name} -->`;

/** Cuts at the end of a line where one is near. */
function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const end = text.lastIndexOf('\n', MOST_CHARACTERS);
  // Half of a character outside of the basic plane is no text.
  return text.slice(0, end > MOST_CHARACTERS / 2 ? end : MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, '');
}

/** A comment of Outcry's own Markdown. */
export function markdownBody(name: string, markdown: string): string {
  const shown = cut(markdown.trim());
  return `${markerOf(name)}\n${shown}${shown === markdown.trim() ? '' : CUT}`;
}

/** A text that foreign code wrote: as a block of code, in which nothing is a link, an image or a mention. */
export function foreignText(title: string, text: string): string {
  const whole = printable(text.trimEnd().replaceAll('\r', ''));
  const shown = cut(whole);
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `### ${title}\n\n${fence}text\n${shown}\n${fence}${shown === whole ? '' : CUT}`;
}

export const foreignBody = (name: string, title: string, text: string): string =>
  `${markerOf(name)}\n${foreignText(title, text)}`;
