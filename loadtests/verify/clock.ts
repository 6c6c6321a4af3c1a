/** The clock of all processes on this machine, and so of clients of the suite and of servers alike. */

/** Milliseconds with fractions, monotonic. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;
