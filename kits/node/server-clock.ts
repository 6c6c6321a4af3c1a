/** The server's clock. On Linux it is `CLOCK_MONOTONIC`, which all processes on a host read alike, whatever their language. */

/** The number of readings; the narrowest of them gives the offset. */
const READINGS = 50;

/** The host's monotonic clock minus the runtime's, microseconds; 0 where `hrtime` is the host's clock, as on Node.js. */
let offset = 0;

/** The time now, ms with fractions, to the microsecond. */
export function now(): number {
  return Math.round(runtimeNow() + offset) / 1e3;
}

/**
 * Sets the clock by the host's, once, for runtimes whose `hrtime` begins with the process. Both run at one pace, so that the offset stays.
 * @param hostNow the host's monotonic clock, ms
 */
export function followClock(hostNow: () => number): void {
  let narrowest = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < READINGS; reading++) {
    const before = runtimeNow();
    const host = hostNow() * 1e3;
    const after = runtimeNow();
    if (after - before >= narrowest) continue;
    narrowest = after - before;
    offset = host - (before + after) / 2;
  }
}

/** The runtime's own clock, microseconds. */
function runtimeNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e6 + nanoseconds / 1e3;
}
