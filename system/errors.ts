export const EXIT = {
  /** Done. */
  ok: 0,
  /** Our fault: a bug. */
  internal: 1,
  /** Wrong use: an unknown option, a value out of range. */
  usage: 2,
  /** Something needed is missing on this machine. */
  missing: 3,
  /** A run failed or is invalid, or a test failed. */
  failed: 4,
  /** Interrupted; nothing is left running. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error for people: what went wrong, where, and what to do. The CLI prints it without a stack. */
export class OutcryError extends Error {
  constructor(
    message: string,
    /** The exit code it ends the command with. */
    readonly exitCode: ExitCode = EXIT.failed,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'OutcryError';
  }
}
