/** Milliseconds by the clock that all processes of this host share. It only goes forward, and says nothing of the date. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
