/** Refusals on their way through Feathers: there they are errors, which have an HTTP status, and a code of the house's in their data. */
import {
  BadRequest,
  Conflict,
  type FeathersError,
  Forbidden,
  GeneralError,
  NotAuthenticated,
  NotFound,
  TooManyRequests,
  Unprocessable,
} from '@feathersjs/errors';
import type { Reply } from '../../protocol/socket.ts';

export type Refusal = Extract<Reply, { ok: false }>;

/** Errors by code. A code that is not listed is a fault in what was sent: 400. */
const ERRORS = new Map<string, new (message: string, data: object) => FeathersError>([
  ['wrong-login', NotAuthenticated],
  ['login-expired', NotAuthenticated],
  ['not-logged-in', NotAuthenticated],
  ['not-yours', Forbidden],
  ['unknown-event', NotFound],
  ['no-such-item', NotFound],
  ['name-taken', Conflict],
  ['wrong-state', Conflict],
  ['bid-too-low', Unprocessable],
  ['too-many', TooManyRequests],
  ['failed', GeneralError],
]);

/** @param refusal of a request, or of an event where there is no `ok` */
export function errorOf({ reason, ...data }: Omit<Refusal, 'ok'>): FeathersError {
  return new (ERRORS.get(data.code) ?? BadRequest)(reason, data);
}

/** The refusal that `error` is; null when nobody refused, and the call did not get through. Feathers' own errors have codes of its own. */
export function refusalOf(error: unknown): Refusal | null {
  const { className, message, data } = Object(error) as Partial<FeathersError>;
  return className === undefined ? null : { code: className, reason: message, ...data, ok: false };
}
