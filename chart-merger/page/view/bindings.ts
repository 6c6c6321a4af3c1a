/**
 * Evaluates `data-bind` without `new Function`, so that the page can run under `script-src 'self'`. A binding may hold paths (`row.label`,
 * `$parent.choose`), `!path`, texts in single quotes, numbers, `true`, `false`, `null` and objects of these. Everything else belongs into
 * the view model.
 */
import ko from 'knockout';

// biome-ignore lint/suspicious/noExplicitAny: bindings reach into view models of any shape
type Any = any;

type Expression =
  | { value: string | number | boolean | null }
  | { path: string[] }
  | { not: Expression }
  | { fields: [string, Expression][] };

const TOKEN = /\s*(?:('(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?)|([$\w]+)|([{}:,.!]))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const source = text.trim();
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) throw new SyntaxError(`data-bind="${source}": cannot read "${source.slice(at, at + 20)}"`);
    tokens.push(match[0].trim());
  }
  return tokens;
}

/** Reads the text of a `data-bind` attribute. @throws SyntaxError that quotes it */
export function parseBindings(text: string): [string, Expression][] {
  const tokens = tokensOf(text);
  let at = 0;
  const expect = (token: string) => {
    if (tokens[at++] !== token)
      throw new SyntaxError(`data-bind="${text}": expected "${token}" before "${tokens[at] ?? 'the end'}"`);
  };
  const unquote = (token: string) => (token.startsWith("'") ? token.slice(1, -1).replace(/\\(.)/g, '$1') : token);
  const fields = (end: string | undefined): [string, Expression][] => {
    const found: [string, Expression][] = [];
    while (tokens[at] !== end) {
      if (found.length > 0) expect(',');
      const name = unquote(tokens[at++] ?? '');
      expect(':');
      found.push([name, expression()]);
    }
    return found;
  };
  const expression = (): Expression => {
    const token = tokens[at++];
    if (token === undefined) throw new SyntaxError(`data-bind="${text}": ends too soon`);
    if (token === '!') return { not: expression() };
    if (token === '{') {
      const inner = fields('}');
      expect('}');
      return { fields: inner };
    }
    if (token.startsWith("'")) return { value: unquote(token) };
    if (/^-?\d/.test(token)) return { value: Number(token) };
    if (token === 'true' || token === 'false') return { value: token === 'true' };
    if (token === 'null') return { value: null };
    if (!/^[$\w]/.test(token)) throw new SyntaxError(`data-bind="${text}": unexpected "${token}"`);
    const path = [token];
    while (tokens[at] === '.') {
      at++;
      path.push(tokens[at++] ?? '');
    }
    return { path };
  };
  return fields(undefined);
}

function evaluate(expression: Expression, context: ko.BindingContext<Any>): Any {
  if ('value' in expression) return expression.value;
  if ('not' in expression) return !ko.unwrap(evaluate(expression.not, context));
  if ('fields' in expression) {
    return Object.fromEntries(expression.fields.map(([name, inner]) => [name, evaluate(inner, context)]));
  }
  const [first, ...rest] = expression.path as [string, ...string[]];
  const data = context.$data as Any;
  const scope = context as Any;
  const start = first.startsWith('$') || (first in scope && !(data && first in Object(data))) ? scope : data;
  return rest.reduce((value, name) => ko.unwrap(value)?.[name], start?.[first]);
}

const parsed = new Map<string, [string, Expression][]>();

/** Has Knockout read bindings by {@link parseBindings}. Call it before `applyBindings`. */
export function useParsedBindings(): void {
  // Knockout's bindings without an element: <!-- ko if: present --> … <!-- /ko -->
  const textOf = (node: Node) =>
    node instanceof Element
      ? node.getAttribute('data-bind')
      : node instanceof Comment
        ? (/^\s*ko\s+(.+?)\s*$/s.exec(node.data)?.[1] ?? null)
        : null;
  ko.bindingProvider.instance = {
    nodeHasBindings: (node) => textOf(node) !== null,
    getBindingAccessors(node, context) {
      const text = textOf(node);
      if (text === null) return {};
      let bindings = parsed.get(text);
      if (!bindings) {
        bindings = parseBindings(text);
        parsed.set(text, bindings);
      }
      return Object.fromEntries(bindings.map(([name, expression]) => [name, () => evaluate(expression, context)]));
    },
  };
}
