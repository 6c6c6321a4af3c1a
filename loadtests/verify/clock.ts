/** The clock that all clients of the suite share. */
import { performance } from 'node:perf_hooks';

/** Milliseconds since the epoch, with fractions, never going back. */
export const now = (): number => performance.timeOrigin + performance.now();
