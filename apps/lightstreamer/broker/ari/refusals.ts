/** Exceptions in an adapter's answers: `EC|message|…` in place of the result. */

import { AdapterRefusal, type RefusalKind } from '../adapters.ts';
import type { LineTokens } from './codec.ts';

const KIND_OF_CODE: ReadonlyMap<string, RefusalKind> = new Map<string, RefusalKind>([
  ['E', 'generic'],
  ['EM', 'metadata'],
  ['ED', 'data'],
  ['EF', 'failure'],
  ['EU', 'subscription'],
  ['EA', 'access'],
  ['EC', 'credits'],
  ['EX', 'conflictingSession'],
  ['EI', 'items'],
  ['ES', 'schema'],
  ['EN', 'notification'],
]);

/** @returns null when the line goes on with something else than an exception. Reads to the line's end. */
export function readRefusal(tokens: LineTokens): AdapterRefusal | null {
  const kind = KIND_OF_CODE.get(tokens.nextType ?? '');
  if (kind === undefined) return null;
  tokens.bare('the exception');
  const message = tokens.bareString("the exception's message") ?? 'no reason given';
  const refusal = hasClientCode(kind) ? readForClient(tokens, kind, message) : new AdapterRefusal(kind, message);
  tokens.end();
  return refusal;
}

function hasClientCode(kind: RefusalKind): boolean {
  return kind === 'credits' || kind === 'conflictingSession';
}

function readForClient(tokens: LineTokens, kind: RefusalKind, message: string): AdapterRefusal {
  const clientCode = tokens.integerOf(tokens.bare('the code for the client'), 'the code for the client');
  // Positive codes are the protocol's own: a client would take them for something else.
  if (clientCode > 0) throw tokens.wrong('the code for the client is above 0');
  const clientMessage = tokens.bareString('the message for the client');
  const conflictingSessionId = kind === 'conflictingSession' ? tokens.bareString("the conflicting session's id") : null;
  return new AdapterRefusal(kind, message, { clientCode, clientMessage, conflictingSessionId });
}
