/**
 * Bodies as they came. Sails writes the body of a request over a socket as JSON, reads that, and merges it with the body: what comes out has
 * lost fields called `__proto__`, and a field `constructor` can change what all objects share, so that no client is answered any more. Sails
 * gets no body with such fields, and the action gets every body from here.
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

function canBeMerged(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  return Object.entries(value).every(([name, field]) => !SHARED.has(name) && canBeMerged(field, levels - 1));
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
