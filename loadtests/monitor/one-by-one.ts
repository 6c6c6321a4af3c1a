/** Tells the monitor's process to make no control groups, but to look at processes one by one. */
export const ONE_BY_ONE = '--one-by-one';
