package outcry.room;

/** A clock that never goes back, microseconds. Only differences mean anything, and readings by processes of one host. */
@FunctionalInterface
public interface Clock {
  long micros();

  /** Linux's CLOCK_MONOTONIC, which processes in other languages read too. */
  static Clock steady() {
    return () -> Math.floorDiv(System.nanoTime() + 500, 1_000);
  }

  /** A reading as JSON: milliseconds, to the microsecond. */
  static String millis(long micros) {
    StringBuilder text = new StringBuilder(20);
    long fraction = Math.abs(micros % 1_000);
    if (micros < 0) text.append('-');
    text.append(Math.abs(micros / 1_000)).append('.');
    if (fraction < 100) text.append('0');
    if (fraction < 10) text.append('0');
    return text.append(fraction).toString();
  }
}
