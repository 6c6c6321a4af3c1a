/** Questions to a machine elsewhere. */

/**
 * Runs a program on the machine.
 * @returns its lines on standard output; null: there is no such program, or it fails
 */
export type AskThere = (argv: readonly string[]) => Promise<string[] | null>;
