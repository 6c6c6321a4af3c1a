/**
 * The vendor's configuration files as text. Each element that Outcry reads or replaces has a name of its own there, so a pattern finds it,
 * whatever the case of its letters. Text for tags and attributes is escaped.
 */

const ENTITIES: Readonly<Record<string, string>> = { '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos', '&': 'amp' };
const CHARACTERS = Object.fromEntries(Object.entries(ENTITIES).map(([character, name]) => [name, character]));

/** Matches `name`, where `name` may be followed by a pattern of attributes; the group is the content. */
const elementOf = (name: string, attributes = ''): RegExp =>
  new RegExp(`<${name}(?=[\\s/>])${attributes}(?:"[^"]*"|'[^']*'|[^"'>])*?(?:/>|>([\\s\\S]*?)</${name}\\s*>)`, 'gi');

/** `xml` without its comments, which may contain elements. */
export const withoutComments = (xml: string): string => xml.replace(/<!--[\s\S]*?-->/g, '');

/**
 * The text of the first element `name`; null when there is none, or it is empty.
 * @param id of the element, where several have this name
 */
export function textOf(xml: string, name: string, id?: string): string | null {
  const attributes = id === undefined ? '' : `[^>]*?\\sid\\s*=\\s*["']${id}["']`;
  const text = elementOf(name, attributes).exec(withoutComments(xml))?.[1] ?? '';
  return text.replace(/&(\w+);/g, (entity, name: string) => CHARACTERS[name] ?? entity).trim() || null;
}

/** @throws Error that names file and element when the text is missing */
export function requiredText(xml: string, file: string, name: string): string {
  const text = textOf(xml, name);
  if (text === null) throw new Error(`${file}: <${name}> is missing or empty`);
  return text;
}

/** `xml` without its comments and without the elements `names`. */
export function withoutElements(xml: string, names: readonly string[]): string {
  return names.reduce((left, name) => left.replace(elementOf(name), ''), withoutComments(xml));
}

export function escapeXml(text: string): string {
  return text.replace(/[<>"'&]/g, (character) => `&${ENTITIES[character]};`);
}
