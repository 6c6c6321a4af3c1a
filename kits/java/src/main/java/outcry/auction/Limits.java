package outcry.auction;

import java.util.HashMap;
import java.util.Map;

/** A bucket for each key. A full one says nothing, so those are dropped when there are many. For one thread at a time. */
final class Limits {
  /** So many buckets are kept without a look at which are full. */
  private static final int FEW = 10_000;

  private final Limit.Rate rate;
  private final Map<String, Limit> limits = new HashMap<>();
  private int sweepAt = FEW;

  Limits(Limit.Rate rate) {
    this.rate = rate;
  }

  Limit of(String key, double now) {
    Limit known = limits.get(key);
    if (known != null) return known;
    if (limits.size() >= sweepAt) sweep(now);
    Limit limit = new Limit(rate, now);
    limits.put(key, limit);
    return limit;
  }

  private void sweep(double now) {
    limits.values().removeIf(limit -> limit.isFull(now));
    // Only when there are twice as many again: a flood of new keys must not pay for a sweep each.
    sweepAt = Math.max(FEW, limits.size() * 2);
  }
}
