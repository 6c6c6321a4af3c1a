package outcry.auction;

/**
 * An item as everybody sees it. Amounts are cents.
 *
 * @param addedAt ISO 8601, UTC
 * @param leadingBid null while there is no bid, as is who bid it
 * @param bids the number of accepted ones
 */
public record Item(
    long id,
    String name,
    String description,
    long minimumPrice,
    String addedBy,
    String addedAt,
    Long leadingBid,
    String leadingBidder,
    int bids) {
  Item ledBy(String bidder, long amount) {
    return new Item(id, name, description, minimumPrice, addedBy, addedAt, amount, bidder, bids + 1);
  }
}
