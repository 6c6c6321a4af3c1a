/**
 * Bodies as they came. Sails writes the body of a request over a socket as JSON, reads that, and merges it with the body: what comes out has
 * lost fields called `__proto__`, and a field `constructor` can change what all objects share, so that no client is answered any more. The
 * merge also looks for each list and dictionary among all those before it: 400,000 of them, which fit into a message, block the server for
 * longer than a ping may take. Sails gets no body with such fields or of that many parts, and the action gets every body from here.
 */

/** The field by which it goes through Sails. */
const FIELD = 'keptBody';

class KeptBody {
  constructor(readonly body: unknown) {}

  /** Nothing of it is in JSON, and so nothing is merged with it. */
  toJSON(): undefined {}
}

/** Names by which a merge reaches what all objects share. */
const SHARED = new Set(['__proto__', 'constructor', 'prototype']);
/** More than any body that is accepted has. */
const MOST_LEVELS = 64;
/** Fields and elements, at all levels. A merge of this many takes milliseconds. */
const MOST_PARTS = 1_000;

/** True if Sails can merge `value` without harm to others: without names that all objects share, and with little work. */
export function canBeMerged(value: unknown): boolean {
  return partsLeft(value, MOST_PARTS, MOST_LEVELS) >= 0;
}

/** How many of `parts` are left after those of `value`; a negative number if they do not suffice, or if it must not be merged. */
function partsLeft(value: unknown, parts: number, levels: number): number {
  if (typeof value !== 'object' || value === null) return parts;
  // JSON would make a list of numbers of them.
  if (levels === 0 || ArrayBuffer.isView(value)) return -1;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  const entries: unknown[] = Array.isArray(value) ? value : Object.values(value);
  let left = parts - entries.length;
  if (names.some((name) => SHARED.has(name))) return -1;
  for (let index = 0; index < entries.length && left >= 0; index++) left = partsLeft(entries[index], left, levels - 1);
  return left;
}

/** The body for Sails, and in it that which came. */
export function keep(body: unknown): object {
  const isDictionary = typeof body === 'object' && body !== null && !Array.isArray(body);
  return { ...(isDictionary && canBeMerged(body) ? body : {}), [FIELD]: new KeptBody(body) };
}

/** The body that {@link keep} was given. */
export function keptIn(body: unknown): unknown {
  const kept = (body as Record<string, unknown>)[FIELD];
  return kept instanceof KeptBody ? kept.body : undefined;
}
