/**
 * Just enough XML to change a configuration file and leave every other byte of it as it was: elements and where they
 * begin and end. Comments, CDATA and declarations are passed over, so that what is commented out is not there.
 */

export interface XmlElement {
  /** In lower case: the server's configuration files do not tell cases apart. */
  name: string;
  /** What stands in the tag after the name. */
  attributes: string;
  /** Where the element begins, and where what follows it begins. */
  start: number;
  end: number;
  /** The same of what is in it; equal for an empty element. */
  innerStart: number;
  innerEnd: number;
  children: XmlElement[];
}

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!(?!--|\[CDATA\[)[^>]*>|<(\/?)([\w:.-]+)((?:"[^"]*"|'[^']*'|[^"'<>])*?)(\/?)>/g;

/**
 * Reads `xml` and returns its root element.
 * @param file what to call it in errors
 * @throws Error that names the file and the line when it is not well-formed
 */
export function parseXml(xml: string, file: string): XmlElement {
  const document = element('', '', 0, 0);
  const open = [document];
  let done = 0;
  for (const token of xml.matchAll(TOKEN)) {
    noMarkup(xml, file, done, token.index);
    done = token.index + token[0].length;
    const [, closes, name, attributes, empty] = token;
    if (name === undefined) continue;
    const parent = open.at(-1)!;
    if (closes === '') {
      const opened = element(name.toLowerCase(), attributes!, token.index, done);
      parent.children.push(opened);
      if (empty === '') open.push(opened);
    } else if (parent !== document && parent.name === name.toLowerCase()) {
      parent.innerEnd = token.index;
      parent.end = done;
      open.pop();
    } else {
      const instead = parent === document ? 'no element' : `<${parent.name}>`;
      throw new Error(`${file}, line ${lineOf(xml, token.index)}: </${name}> where ${instead} is open`);
    }
  }
  noMarkup(xml, file, done, xml.length);
  const unclosed = open.at(-1)!;
  if (unclosed !== document) {
    throw new Error(`${file}, line ${lineOf(xml, unclosed.start)}: <${unclosed.name}> is never closed`);
  }
  const [root] = document.children;
  if (root === undefined || document.children.length > 1) throw new Error(`${file}: it must have one root element`);
  return root;
}

function element(name: string, attributes: string, start: number, end: number): XmlElement {
  return { name, attributes, start, end, innerStart: end, innerEnd: end, children: [] };
}

/** Between two tokens there is only text; a "<" there is a comment or a tag that does not end. */
function noMarkup(xml: string, file: string, from: number, to: number): void {
  const at = xml.slice(from, to).indexOf('<');
  if (at >= 0)
    throw new Error(`${file}, line ${lineOf(xml, from + at)}: a tag or a comment begins here and does not end`);
}

const lineOf = (xml: string, index: number): number => xml.slice(0, index).split('\n').length;

/** All elements at `path` below `root`, in their order. */
export function elementsAt(root: XmlElement, ...path: string[]): XmlElement[] {
  return path.reduce(
    (found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)),
    [root],
  );
}

/** The text of an element without children: no comments, entities resolved, nothing around it. */
export function textOf(xml: string, { innerStart, innerEnd }: XmlElement): string {
  const plain = xml.slice(innerStart, innerEnd).replace(/<!--[\s\S]*?-->/g, '');
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return plain.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name]!).trim();
}

/**
 * The text of the only element at `path`.
 * @throws Error that names the file and the element when it is not there
 */
export function requiredText(xml: string, file: string, root: XmlElement, ...path: string[]): string {
  const [found] = elementsAt(root, ...path);
  const text = found && textOf(xml, found);
  if (text) return text;
  throw new Error(`${file}: <${[root.name, ...path].join('> <')}> is not there or empty`);
}

/** `xml` without the children of `root` that have one of `names`, and with `block` as the last thing in `root`. */
export function withSettings(xml: string, root: XmlElement, names: readonly string[], block: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const child of root.children.filter(({ name }) => names.includes(name))) {
    kept.push(xml.slice(from, child.start));
    from = child.end;
  }
  return `${kept.join('')}${xml.slice(from, root.innerEnd)}${block}${xml.slice(root.innerEnd)}`;
}

/** `text` as it is written between tags and in attributes. */
export function escapeXml(text: string): string {
  const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;', '&': '&amp;' };
  return text.replace(/[<>"'&]/g, (character) => entities[character]!);
}
