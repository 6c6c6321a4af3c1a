package outcry.auction;

import com.fasterxml.jackson.databind.JsonNode;

/** The data of each request, checked: everything a client sends is hostile. */
final class Input {
  /** Cents. */
  static final long PRICE_LIMIT = 1_000_000_000;

  private static final int PASSWORD_LEAST = 8;

  /** Longest text that is hashed as a token; no token is as long. */
  private static final int TOKEN_LIMIT = 200;

  private static final long ID_LIMIT = (1L << 53) - 1;

  private static final TextRules NAME = new TextRules("name", "A name", 40);
  private static final TextRules PASSWORD = new TextRules("password", "A password", 200);
  private static final TextRules ITEM_NAME = new TextRules("name", "The name of an item", 100);
  private static final TextRules DESCRIPTION = new TextRules("description", "A description", 2_000);

  record NewUser(String name, String key, String password) {}

  /** {@code token}, or {@code key} and {@code password}; the others are null. */
  record Credentials(String token, String key, String password) {}

  record NewItem(String name, String description, long minimumPrice) {}

  record Bid(long itemId, long amount) {}

  private Input() {}

  static NewUser newUser(JsonNode data) {
    String name = NAME.name(text(data, NAME));
    return new NewUser(name, NameKey.of(name), PASSWORD.password(text(data, PASSWORD), PASSWORD_LEAST));
  }

  static Credentials credentials(JsonNode data) {
    if (data != null && data.has("token")) {
      String token = text(data, "token", "The token");
      if (token.length() > TOKEN_LIMIT) throw new Refusal("too-long", "That is no token of this house.", "token");
      return new Credentials(token, null, null);
    }
    String name = NAME.name(text(data, NAME));
    // Too short a password is a wrong one; that it cannot be right is no news to an owner, and none for others.
    return new Credentials(null, NameKey.of(name), PASSWORD.password(text(data, PASSWORD), 1));
  }

  static NewItem newItem(JsonNode data) {
    return new NewItem(
        ITEM_NAME.name(text(data, ITEM_NAME)),
        DESCRIPTION.paragraphs(text(data, DESCRIPTION)),
        cents(data, "minimumPrice", "The minimum price"));
  }

  static Bid bid(JsonNode data) {
    return new Bid(itemId(data), cents(data, "amount", "A bid"));
  }

  static long itemId(JsonNode data) {
    double value = number(data, "itemId", "The item");
    if (value == Math.rint(value) && value >= 1 && value <= ID_LIMIT) return (long) value;
    throw new Refusal("invalid", "The number of an item is a whole number, 1 or more.", "itemId");
  }

  /** `logOut` and `listItems` have no fields, but their data is an object as well. */
  static void nothing(JsonNode data) {
    if (data == null || !data.isObject()) {
      throw new Refusal("wrong-type", "The data of a request is a JSON object.");
    }
  }

  private static long cents(JsonNode data, String field, String called) {
    double value = number(data, field, called);
    if (value != Math.rint(value) || Double.isInfinite(value)) {
      throw new Refusal("invalid", called + " is a whole number of cents.", field);
    }
    if (value < 1) throw new Refusal("invalid", called + " is at least " + Money.format(1) + ".", field);
    if (value > PRICE_LIMIT) {
      throw new Refusal("invalid", called + " is at most " + Money.format(PRICE_LIMIT) + ".", field);
    }
    return (long) value;
  }

  private static String text(JsonNode data, TextRules rules) {
    return text(data, rules.field(), rules.called());
  }

  private static String text(JsonNode data, String field, String called) {
    JsonNode value = value(data, field, called);
    if (!value.isTextual()) throw new Refusal("wrong-type", called + " must be a string.", field);
    return value.textValue();
  }

  private static double number(JsonNode data, String field, String called) {
    JsonNode value = value(data, field, called);
    if (!value.isNumber()) throw new Refusal("wrong-type", called + " must be a number.", field);
    return value.doubleValue();
  }

  private static JsonNode value(JsonNode data, String field, String called) {
    nothing(data);
    // A null is what many serialisers write for a field that is not there.
    if (!data.hasNonNull(field)) throw new Refusal("missing-field", called + " is missing.", field);
    return data.get(field);
  }
}
