package outcry.auction;

/** A token bucket: a burst at once, then one more every so often. Times are ms and come from outside. */
final class Limit {
  /**
   * @param burst how many at once
   * @param everyMs how often one more is allowed
   */
  record Rate(int burst, double everyMs) {}

  private final Rate rate;
  private double left;
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

  /** Whether there is one to take. */
  synchronized boolean has(double now) {
    refill(now);
    return left >= 1;
  }

  /** Takes one that has been used already: on credit when there is none, up to another burst. */
  synchronized void charge(double now) {
    refill(now);
    left = Math.max(-rate.burst(), left - 1);
  }

  synchronized boolean isFull(double now) {
    refill(now);
    return left >= rate.burst();
  }

  private void refill(double now) {
    // A clock that was set back takes nothing away.
    left = Math.min(rate.burst(), left + Math.max(0, now - at) / rate.everyMs());
    at = now;
  }
}
