package outcry.auction;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import outcry.Auction;

/** The items and the bids on them: the rules of the auction. */
final class Items {
  /** Most items of one user that may be up at once. */
  static final int LIMIT = 200;

  /** The house's revision and its items, of the same moment: one statement sees one state. One row of nulls when it is empty. */
  private static final String ITEMS =
      """
      SELECT house.revision, items.id, items.name, items.description, items.minimum_price, items.added_by, items.added_at,
        owner.name AS owner, bids.amount, bids.number, bidder.name AS bidder
      FROM house
      LEFT JOIN items ON items.removed_at IS NULL %s
      LEFT JOIN users AS owner ON owner.id = items.added_by
      LEFT JOIN bids ON bids.item_id = items.id AND bids.number =
        (SELECT MAX(earlier.number) FROM bids AS earlier WHERE earlier.item_id = items.id)
      LEFT JOIN users AS bidder ON bidder.id = bids.bidder
      ORDER BY items.id
      """;

  private static final String ALL_ITEMS = ITEMS.formatted("");
  private static final String ONE_ITEM = ITEMS.formatted("AND items.id = ?");

  private record Found(Item item, long ownerId) {}

  private final Database database;
  private final Auction.Tell tell;
  private final Time time;

  /** @param tell called with the event of each change, once it is durable */
  Items(Database database, Auction.Tell tell, Time time) {
    this.database = database;
    this.tell = tell;
    this.time = time;
  }

  Replies.ItemList list() {
    return database.query(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(ALL_ITEMS);
              ResultSet rows = statement.executeQuery()) {
            List<Item> items = new ArrayList<>();
            long revision = 0;
            while (rows.next()) {
              revision = rows.getLong("revision");
              if (rows.getObject("id") != null) items.add(item(rows));
            }
            return new Replies.ItemList(items, revision);
          }
        });
  }

  Replies.ItemChange add(Identity who, Input.NewItem input) {
    return database.change(
        (transaction, revision) -> {
          long now = time.now();
          Accounts.check(transaction, who, now);
          String count = "SELECT COUNT(*) FROM items WHERE added_by = ? AND removed_at IS NULL";
          if (Database.number(transaction, count, who.userId()) >= LIMIT) {
            throw new Refusal("too-many", "You have " + LIMIT + " items up, which is the most. Remove one first.");
          }
          long id =
              Database.insert(
                  transaction,
                  "INSERT INTO items (name, description, minimum_price, added_by, added_at) VALUES (?, ?, ?, ?, ?)",
                  input.name(),
                  input.description(),
                  input.minimumPrice(),
                  who.userId(),
                  now);
          return new Replies.ItemChange(find(transaction, id).item(), revision);
        },
        added -> tell.all("itemAdded", added));
  }

  /** The item goes from the list; it and its bids stay in the database. */
  Replies.Revision remove(Identity who, long itemId) {
    Replies.ItemRemoved removed =
        database.change(
            (transaction, revision) -> {
              long now = time.now();
              Accounts.check(transaction, who, now);
              Found found = find(transaction, itemId);
              if (found.ownerId() != who.userId()) {
                String owner = found.item().addedBy();
                throw new Refusal("not-yours", "Only " + owner + ", who added this item, can remove it.", "itemId");
              }
              Database.execute(transaction, "UPDATE items SET removed_at = ? WHERE id = ?", now, itemId);
              return new Replies.ItemRemoved(revision, itemId, found.item().name(), who.user());
            },
            event -> tell.all("itemRemoved", event));
    return new Replies.Revision(removed.revision());
  }

  Replies.ItemChange bid(Identity who, long itemId, long amount) {
    // Looked at without the lock first: what is too low now will never lead, so a crowd of bidders on one item does not queue for
    // being refused.
    checkBid(database.query(connection -> find(connection, itemId)).item(), amount);
    return database.change(
        (transaction, revision) -> {
          long now = time.now();
          Accounts.check(transaction, who, now);
          Item item = find(transaction, itemId).item();
          checkBid(item, amount);
          Item led = item.ledBy(who.user(), amount);
          Database.execute(
              transaction,
              "INSERT INTO bids (item_id, number, amount, bidder, placed_at) VALUES (?, ?, ?, ?, ?)",
              itemId,
              led.bids(),
              amount,
              who.userId(),
              now);
          return new Replies.ItemChange(led, revision);
        },
        bid -> {
          Item item = bid.item();
          tell.all(
              "bidPlaced",
              new Replies.BidPlaced(bid.revision(), itemId, item.name(), amount, who.user(), item.bids()));
        });
  }

  private static void checkBid(Item item, long amount) {
    if (item.leadingBid() == null) {
      if (amount >= item.minimumPrice()) return;
      String least = Money.format(item.minimumPrice());
      throw new Refusal("bid-too-low", "The minimum price is " + least + ". Bid at least that.", "amount");
    }
    if (amount > item.leadingBid()) return;
    String leads = item.leadingBidder() + " leads with " + Money.format(item.leadingBid()) + ". ";
    String hint = item.leadingBid() < Input.PRICE_LIMIT ? "Bid more than that." : "Nobody can bid more.";
    throw new Refusal("bid-too-low", leads + hint, "amount");
  }

  private static Found find(Connection connection, long itemId) throws SQLException {
    try (PreparedStatement statement = Database.prepared(connection.prepareStatement(ONE_ITEM), itemId);
        ResultSet rows = statement.executeQuery()) {
      if (!rows.next() || rows.getObject("id") == null) {
        throw new Refusal("no-such-item", "This item is not there any more: it was removed.", "itemId");
      }
      return new Found(item(rows), rows.getLong("added_by"));
    }
  }

  private static Item item(ResultSet row) throws SQLException {
    boolean hasBid = row.getObject("amount") != null;
    return new Item(
        row.getLong("id"),
        row.getString("name"),
        row.getString("description"),
        row.getLong("minimum_price"),
        row.getString("owner"),
        Replies.iso(row.getLong("added_at")),
        hasBid ? row.getLong("amount") : null,
        row.getString("bidder"),
        row.getInt("number"));
  }
}
