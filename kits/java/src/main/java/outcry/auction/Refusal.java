package outcry.auction;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A request that the house refuses: thrown by the rules, sent as the reply. */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String code;
  private final String field;

  /**
   * @param reason a sentence that a person can act on
   * @param field the input it belongs to; null where there is none
   */
  Refusal(String code, String reason, String field) {
    super(reason, null, false, false);
    this.code = code;
    this.field = field;
  }

  Refusal(String code, String reason) {
    this(code, reason, null);
  }

  /** A refusal for a connection that has ended. */
  static Refusal ended() {
    return new Refusal("failed", "The connection has ended.");
  }

  static Refusal closing() {
    return new Refusal("failed", "The house is closing. Come back in a moment.");
  }

  String code() {
    return code;
  }

  /** The refusal as it goes over the wire. */
  ObjectNode reply() {
    ObjectNode reply = JsonNodeFactory.instance.objectNode();
    reply.put("ok", false).put("code", code).put("reason", getMessage());
    return field == null ? reply : reply.put("field", field);
  }
}
