package outcry.auction;

import io.github.bucket4j.TimeMeter;

/** The time of day, ms since 1970. */
@FunctionalInterface
interface Time {
  long now();

  /** The same for buckets, which count in ns. */
  default TimeMeter meter() {
    return new TimeMeter() {
      @Override
      public long currentTimeNanos() {
        return now() * 1_000_000;
      }

      @Override
      public boolean isWallClockBased() {
        return true;
      }
    };
  }
}
