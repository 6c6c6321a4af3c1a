/** HTML as text in which every value is escaped, unless it is HTML of this kind itself. */

export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | readonly Html[] | string | number | null | false;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign]!);

function textOf(value: Value): string {
  if (value === null || value === false) return '';
  if (value instanceof Html) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escaped(String(value));
}

/** A template: values are escaped, lists of HTML are joined, null and false are empty. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.map((part, index) => part + (index < values.length ? textOf(values[index]!) : '')).join(''));
