/** Errors as DDP carries them, in `result` and `nosub`. */

/** An error that its thrower wants the client to have. Whatever else a method throws, clients learn nothing of. */
export class DdpError extends Error {
  readonly error: string | number;
  readonly reason: string | undefined;
  /** Any EJSON value. */
  readonly details: unknown;

  /** @param error the code that programs tell it by, such as `not-found` */
  constructor(error: string | number, reason?: string, details?: unknown) {
    super(reason === undefined ? `[${error}]` : `${reason} [${error}]`);
    this.error = error;
    this.reason = reason;
    this.details = details;
  }
}

/** The wire's fields for any error; `log` gets what clients must not see. */
export function errorFields(thrown: unknown, log: (problem: unknown) => void): object {
  if (!(thrown instanceof DdpError)) log(thrown);
  const { error, reason, details, message } =
    thrown instanceof DdpError ? thrown : new DdpError(500, 'Internal server error');
  return { error, reason, details, message, errorType: 'Meteor.Error', isClientSafe: true };
}
