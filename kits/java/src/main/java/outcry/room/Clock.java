package outcry.room;

import java.math.BigDecimal;

/** A clock that never goes back, microseconds. Only differences mean anything, and readings by processes of one host. */
@FunctionalInterface
public interface Clock {
  long micros();

  /** Linux's CLOCK_MONOTONIC, which processes in other languages read too. */
  static Clock steady() {
    return () -> Math.floorDiv(System.nanoTime() + 500, 1_000);
  }

  /** A reading as it is told: milliseconds, to the microsecond. */
  static BigDecimal millis(long micros) {
    return BigDecimal.valueOf(micros, 3);
  }
}
