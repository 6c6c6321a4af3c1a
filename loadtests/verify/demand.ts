/** Reports that a rule is not kept: one sentence with what was expected and what came. */

export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

export function fail(sentence: string): never {
  throw new CheckFailure(sentence);
}

/** Throws a {@link CheckFailure} with `sentence` unless `condition` holds. */
export function demand(condition: boolean, sentence: string | (() => string)): asserts condition {
  if (!condition) throw new CheckFailure(typeof sentence === 'string' ? sentence : sentence());
}

/** `promise`, or a {@link CheckFailure} with `sentence` when it takes longer than `ms`. */
export async function within<T>(promise: Promise<T>, ms: number, sentence: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CheckFailure(sentence)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** `value` as JSON, short enough for a sentence. */
export function show(value: unknown, limit = 160): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value));
  return text.length > limit ? `${text.slice(0, limit)}… (${text.length} characters)` : text;
}

/** Says what is wrong with `actual`, or null; `{"$any": "string"}` in `expected` is any sentence. The order of fields does not matter. */
function difference(expected: unknown, actual: unknown, path: string): string | null {
  if (Object.is(expected, actual)) return null;
  const wrong = (): string => `${path} must be ${showExactly(expected)}, but is ${showExactly(actual)}`;
  if (typeof expected !== 'object' || expected === null) return wrong();
  if (Object.hasOwn(expected, '$any')) {
    return isSentence(actual) ? null : `${path} must be a sentence that a person can act on, but is ${show(actual)}`;
  }
  if (typeof actual !== 'object' || actual === null || Array.isArray(expected) !== Array.isArray(actual))
    return wrong();
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const fault = difference(fieldOf(expected, key), fieldOf(actual, key), `${path}.${key}`);
    if (fault !== null) return Array.isArray(expected) ? wrong() : fault;
  }
  return null;
}

/** Throws a {@link CheckFailure} that says what is wrong with `actual`, if anything is. */
export function demandSame(expected: unknown, actual: unknown, path: string): void {
  const fault = difference(expected, actual, path);
  if (fault !== null) throw new CheckFailure(fault);
}

/** Equality of what JSON can carry. */
export const sameJson = (a: unknown, b: unknown): boolean => difference(a, b, '') === null;

const isSentence = (value: unknown): boolean => typeof value === 'string' && value.includes(' ');

const fieldOf = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;

/** Characters beyond ASCII as escapes: some of them look alike. */
const showExactly = (value: unknown): string =>
  show(value).replace(/[^ -~…]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
