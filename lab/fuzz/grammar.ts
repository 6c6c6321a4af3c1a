/**
 * The rules of what a framework's clients may say: `apps/<id>/testing/grammar.json`. Most parts of the texts made from them are right.
 *
 *     {"messages": {"websocket": "packet", "*": "body"}, "rules": {"packet": ["4<message>", "2"], ...}}
 *
 * `messages` names the rule of what one WebSocket frame, or one body of a POST, carries over a transport; `*`: over all others. A rule
 * is a list of alternatives; in one, `<name>` stands for a rule, `<"name">` for its text as a JSON string, `<%name>` for its text as
 * part of a URL, and `<<` for `<`. Built in: `<json>` any JSON value, `<string>` a JSON string, `<integer>`, `<text>` anything,
 * `<verb>` the name of a verb or of something else, `<data>` what goes with it. `{"sameAs": "<id>"}` is the grammar of another app.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick, whole } from '../../protocol/random.ts';
import { COUNTED } from '../../protocol/verbs.ts';
import { EXIT, OutcryError } from '../../system/errors.ts';
import type { Random } from './mutate-text.ts';

export interface Grammar {
  /** By transport, or `*`. */
  messages: Record<string, string>;
  rules: Record<string, readonly string[]>;
}

const DEPTH_LIMIT = 12;
const STRINGS = [
  ...['', 'a', 'anna', '0', '__proto__', 'constructor', 'é', '😀'],
  ...['\0', '\u202e', '"', '\\', '\n', '\u2028', '\ud800'],
];
const INTEGERS = '0 1 -1 2 7 255 65536 1048576 1048577 2147483648 9007199254740993 1e99'.split(' ');
const NAMES = [
  ...['verify', 'listItems', 'placeBid', 'addItem', 'logOut', 'removeItem'],
  ...['', 'toString', '__proto__', 'ECHO'],
];

function json(random: Random, depth = 0): string {
  const kind = whole(0, depth > 4 ? 4 : 7, random);
  if (kind === 0) return pick(['null', 'true', 'false'], random)!;
  if (kind <= 2) return pick(INTEGERS, random)!;
  if (kind <= 4) return JSON.stringify(pick(STRINGS, random));
  const parts = Array.from({ length: whole(0, 4, random) }, () => json(random, depth + 1));
  if (kind === 5) return `[${parts.join(',')}]`;
  return `{${parts.map((part) => `${JSON.stringify(pick(STRINGS, random))}:${part}`).join(',')}}`;
}

function data(random: Random): string {
  const field = pick(['name', 'body', 'bytes', 'itemId', 'amount', 'description', 'minimumPrice', 'token'], random)!;
  const value = json(random);
  return pick(
    [value, `{"${field}":${value}}`, `{"name":${value}}`, `{"body":${value}}`, `{"bytes":${pick(INTEGERS, random)}}`],
    random,
  )!;
}

const BUILT_IN: Record<string, (random: Random) => string> = {
  json,
  data,
  string: (random) => JSON.stringify(pick(STRINGS, random)),
  text: (random) => pick(STRINGS, random)! + pick(STRINGS, random),
  integer: (random) => pick(INTEGERS, random)!,
  verb: (random) => pick(random() < 0.8 ? COUNTED : NAMES, random)!,
};

const REFERENCE = /<<|<("|%|)([a-zA-Z-]+)\1?>/g;

/** Half of a surrogate pair has no place in a URL. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

/** One text that follows from `rule`. */
export function textFrom(grammar: Grammar, rule: string, random: Random, depth = 0): string {
  const built = BUILT_IN[rule];
  if (built !== undefined) return built(random);
  const alternatives = grammar.rules[rule]!;
  // The first alternative of a rule is its simplest: at the bottom nothing may call itself any more.
  const chosen = depth > DEPTH_LIMIT ? alternatives[0]! : pick(alternatives, random)!;
  return chosen.replace(REFERENCE, (whole, wrapping: string, name: string) => {
    if (whole === '<<') return '<';
    const text = textFrom(grammar, name, random, depth + 1);
    if (wrapping === '"') return JSON.stringify(text);
    return wrapping === '%' ? encodeURIComponent(wellFormed(text)) : text;
  });
}

/** @throws OutcryError (wrong use) that names the file and the rule that is missing */
export function checkGrammar(grammar: Grammar, file: string): void {
  const known = new Set([...Object.keys(grammar.rules), ...Object.keys(BUILT_IN)]);
  const named = [
    ...Object.values(grammar.messages),
    ...Object.values(grammar.rules).flatMap((alternatives) =>
      alternatives.flatMap((text) => [...text.matchAll(REFERENCE)].flatMap(([, , name]) => name ?? [])),
    ),
  ];
  const missing = named.find((name) => !known.has(name));
  if (missing !== undefined) throw new OutcryError(`${file}: there is no rule "${missing}"`, EXIT.usage);
  const empty = Object.entries(grammar.rules).find(([, alternatives]) => alternatives.length === 0);
  if (empty !== undefined) throw new OutcryError(`${file}: the rule "${empty[0]}" has no alternatives`, EXIT.usage);
}

/** The grammar of the app in `dir`; null when it has none. */
export function readGrammar(dir: string): Grammar | null {
  const file = join(dir, 'testing', 'grammar.json');
  if (!existsSync(file)) return null;
  const grammar = JSON.parse(readFileSync(file, 'utf8')) as Grammar | { sameAs: string };
  if ('sameAs' in grammar) return readGrammar(join(dir, '..', grammar.sameAs));
  checkGrammar(grammar, file);
  return grammar;
}

/** The rule of what is sent over `transport`; null when the grammar has none for it. */
export function messageRule({ messages }: Grammar, transport: string): string | null {
  return messages[transport] ?? messages['*'] ?? null;
}
