/** Makes a text into one that nobody expects. */
import { pick, whole } from '../../protocol/random.ts';

export type Random = () => number;
type Mutation = (text: string, random: Random, others: readonly string[]) => string;

/** Values that programs stumble over, as they stand in JSON. */
const VALUES = [
  ...['null', 'true', 'false', '""', '[]', '{}', '0', '-0', '-1', '1', '1.5', '1e308', '1e309', '-1e309', '1e-400'],
  ...['2147483647', '2147483648', '4294967296', '9007199254740993', '99999999999999999999', '00', '+1', '0x10', 'NaN'],
  ...['"__proto__"', '"constructor"', '"toString"', '{"__proto__":{"bytes":5}}', '{"toString":1}', '{"length":1e9}'],
  ...['"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\u202e"', '"\u2028"', '"\ufeff"', '"😀"', '"\\x"', 'undefined'],
];
const CHARACTERS = [
  ...['\0', '\x01', '\x1e', '\n', '\r\n', '\t', '"', '\\', '\u2028', '\ufeff', '\ud800', '😀'],
  ...['%', '&', '=', ':', ',', '[', '{', '|'],
];
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{}:,]/g;

const MOST_NESTED = 5_000;
const MOST_REPEATED = 20_000;
/** One in this many is made long. `./outcry verify` tests what is too long for a transport. */
const LONG_ONE_IN = 50;

const at = (text: string, random: Random): number => whole(0, text.length, random);

function span(text: string, random: Random): [number, number] {
  const from = at(text, random);
  return [from, Math.min(text.length, from + whole(1, 20, random))];
}

/** Replaces one token of what may be JSON by what `make` gives. */
function replaceToken(text: string, random: Random, make: (token: string) => string): string {
  const token = pick([...text.matchAll(TOKEN)], random);
  if (token === null) return text + make('');
  return text.slice(0, token.index) + make(token[0]) + text.slice(token.index + token[0].length);
}

const MUTATIONS: readonly Mutation[] = [
  (text, random) => replaceToken(text, random, () => pick(VALUES, random)!),
  (text, random) => replaceToken(text, random, () => pick(VALUES, random)!),
  (text, random) => replaceToken(text, random, () => ''),
  (text, random) => replaceToken(text, random, (token) => token + token),
  (text, random, others) =>
    replaceToken(text, random, () => replaceToken(pick(others, random) ?? '', random, (t) => t)),
  (text, random) => {
    const [from, to] = span(text, random);
    return text.slice(0, from) + text.slice(to);
  },
  (text, random) => {
    const [from, to] = span(text, random);
    return text.slice(0, to) + text.slice(from);
  },
  (text, random) => {
    const place = at(text, random);
    return text.slice(0, place) + pick(CHARACTERS, random) + text.slice(place);
  },
  (text, random) => {
    const place = at(text, random);
    return text.slice(0, place) + String.fromCharCode(whole(0, 0xffff, random)) + text.slice(place + 1);
  },
  (text, random) => text.slice(0, at(text, random)),
  (text, random, others) => {
    const other = pick(others, random) ?? '';
    return text.slice(0, at(text, random)) + other.slice(at(other, random));
  },
  (text, random) => {
    if (whole(1, LONG_ONE_IN, random) > 1) return text;
    const depth = whole(2, MOST_NESTED, random);
    return replaceToken(text, random, () => '['.repeat(depth) + ']'.repeat(depth));
  },
  (text, random) => {
    if (whole(1, LONG_ONE_IN, random) > 1) return text;
    const [from, to] = span(text, random);
    return (
      text.slice(0, to) +
      text.slice(from, to).repeat(whole(2, MOST_REPEATED, random) / Math.max(1, to - from)) +
      text.slice(to)
    );
  },
];

/** `text` after one to four mutations. @param others texts of the same kind, to take parts from */
export function mutateText(text: string, random: Random, others: readonly string[]): string {
  let mutated = text;
  for (let times = whole(1, 4, random); times > 0; times--) mutated = pick(MUTATIONS, random)!(mutated, random, others);
  return mutated;
}
