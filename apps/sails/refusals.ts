/** The HTTP statuses by which Sails refuses. */

/** Statuses by the house's codes. A code that is not listed is a fault in what was sent: 400. */
const STATUSES = new Map<string, number>([
  ['wrong-login', 401],
  ['login-expired', 401],
  ['not-logged-in', 401],
  ['not-yours', 403],
  ['unknown-event', 404],
  ['no-such-item', 404],
  ['name-taken', 409],
  ['wrong-state', 409],
  ['bid-too-low', 422],
  ['too-many', 429],
  ['failed', 500],
]);

export const statusOf = (code: string): number => STATUSES.get(code) ?? 400;

/** Tells whether a client's request was refused. */
export const isRefused = (status: number): boolean => status >= 400;
