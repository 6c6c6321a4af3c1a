package outcry.auction;

import java.util.Locale;

/** Whole cents, as sentences show them. */
final class Money {
  private Money() {}

  /** `€1,234.50` for 123450: the pages are in English. */
  static String format(long cents) {
    return String.format(Locale.ENGLISH, "€%,d.%02d", cents / 100, cents % 100);
  }
}
