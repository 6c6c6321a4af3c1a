/**
 * Bodies as they came. Sails writes the body of a request over a socket as JSON, reads that, and merges it with the body: what comes out has
 * lost fields called `__proto__`. It still does all that, and the action gets the body from here.
 */

/** The field by which it goes through Sails. */
const FIELD = 'keptBody';

class KeptBody {
  constructor(readonly body: unknown) {}

  /** Nothing of it is in JSON, and so nothing is merged with it. */
  toJSON(): undefined {}
}

/** The body for Sails, and in it that which came. */
export function keep(body: unknown): object {
  const fields = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { ...fields, [FIELD]: new KeptBody(body) };
}

/** The body that {@link keep} was given. */
export function keptIn(body: unknown): unknown {
  const kept = (body as Record<string, unknown>)[FIELD];
  return kept instanceof KeptBody ? kept.body : undefined;
}
