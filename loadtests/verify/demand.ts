/** How a check says that a rule is not kept: one sentence with what was expected and what came. */

/** The rule is not kept. */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
}

/** Throws a {@link CheckFailure}. */
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

/** Equality of what JSON can carry: key order does not matter. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(b, key) && sameJson((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0);
