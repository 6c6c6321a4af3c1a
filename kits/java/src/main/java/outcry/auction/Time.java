package outcry.auction;

/** The time of day, ms since 1970. */
@FunctionalInterface
interface Time {
  long now();
}
