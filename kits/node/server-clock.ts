/** The server's clock. On Linux it is `CLOCK_MONOTONIC`, which all processes on a host read alike, whatever their language. */

/** The time now, ms with fractions, to the microsecond. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return Math.round(seconds * 1e6 + nanoseconds / 1e3) / 1e3;
}
