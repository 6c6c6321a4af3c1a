package outcry.auction;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Replies and events, as they are on the wire: `shared-ui/auction/contract.ts`. */
public interface Replies {
  record Login(String user, String token, String expiresAt) {}

  record ItemList(List<Item> items, long revision) {}

  /** Reply to `addItem` and `placeBid`; the event `itemAdded`. */
  record ItemChange(Item item, long revision) {}

  record Revision(long revision) {}

  record ItemRemoved(long revision, long itemId, String name, String removedBy) {}

  record BidPlaced(long revision, long itemId, String name, long amount, String bidder, int bids) {}

  record Nothing() {}

  DateTimeFormatter ISO = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** `2026-01-01T00:00:00.000Z`. @param time ms since 1970 */
  static String iso(long time) {
    return ISO.format(Instant.ofEpochMilli(time));
  }
}
