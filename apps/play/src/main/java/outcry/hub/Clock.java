package outcry.hub;

/** Milliseconds since 1970, with fractions. The server's never goes back, whatever is done to the system's. */
@FunctionalInterface
public interface Clock {
  double now();

  static Clock steady() {
    long millis = System.currentTimeMillis();
    long nanos = System.nanoTime();
    return () -> millis + (System.nanoTime() - nanos) / 1e6;
  }
}
