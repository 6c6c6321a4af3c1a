package outcry.auction;

/**
 * A token bucket: a burst at once, then one more token every so often. Times are ms and come from the caller. The caller takes a
 * token for good, or reserves it until it knows whether the attempt counts.
 */
final class Limit {
  /**
   * @param burst how many at once
   * @param everyMs how often one more is allowed
   */
  record Rate(int burst, double everyMs) {}

  private final Rate rate;
  private double left;
  private int setAside;
  private double at;

  Limit(Rate rate, double now) {
    this.rate = rate;
    left = rate.burst();
    at = now;
  }

  /** Takes one; false when there is none. */
  synchronized boolean take(double now) {
    if (!has(now)) return false;
    left--;
    return true;
  }

  /** Whether a token is left to take or to reserve. */
  synchronized boolean has(double now) {
    refill(now);
    return left - setAside >= 1;
  }

  /** Whether no token is left and none is reserved. */
  synchronized boolean isSpent(double now) {
    refill(now);
    return left < 1;
  }

  /** Reserves a token that is left; {@link #settle} has to follow. */
  synchronized void setAside() {
    setAside++;
  }

  /** Ends what {@link #setAside} began: the one is taken, or given back. */
  synchronized void settle(boolean isTaken, double now) {
    refill(now);
    setAside--;
    if (isTaken) left--;
  }

  /** Whether it says nothing: another one would be just the same. */
  synchronized boolean isFull(double now) {
    refill(now);
    return left >= rate.burst() && setAside == 0;
  }

  private void refill(double now) {
    // A clock that was set back takes nothing away.
    left = Math.min(rate.burst(), left + Math.max(0, now - at) / rate.everyMs());
    at = now;
  }
}
