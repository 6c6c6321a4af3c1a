package outcry.room;

import java.util.Map;
import outcry.RawJson;

/** The bodies that verbs carry: how large and how deep they may be, and what {@code request} and {@code greet} ask for. */
final class Bodies {
  /** A payload of this many bytes is carried, and can be asked for. */
  private static final int PAYLOAD_LIMIT = 1_048_576;

  /** A longer body is refused, bytes of JSON: a payload, and room for fields around it. */
  static final int LIMIT = PAYLOAD_LIMIT + 65_536;

  /** A body that is nested deeper is refused. */
  private static final int DEPTH_LIMIT = 32;

  private static final String FILLING = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789";
  private static final String MOST_FILLING = FILLING.repeat(PAYLOAD_LIMIT / FILLING.length() + 1);

  private Bodies() {}

  /** @param body null when there is none @return its text @throws Fault when it cannot be taken */
  static String check(RawJson body) {
    if (body == null) throw new Fault("missing-field", "there is no body; null would be one");
    if (body.isOver(LIMIT)) {
      throw new Fault("too-large", "a body may be " + LIMIT + " bytes of JSON, and this one is over it");
    }
    if (body.depth() <= DEPTH_LIMIT) return body.text();
    throw new Fault("too-large", "a body may be nested " + DEPTH_LIMIT + " levels deep, and this one is deeper");
  }

  /**
   * The body that comes with a name, or with its return, as JSON; null in JSON where there is none.
   *
   * @param data null when there is none
   * @throws Fault when it cannot be taken
   */
  static String beside(RawJson data) {
    if (data == null || !data.isObject()) return "null";
    RawJson body = RawJson.fieldsOf(data, "body").get("body");
    return body == null ? "null" : check(body);
  }

  /** The body that {@code {"body": any}} or {@code {"bytes": n}} asks for, as JSON. @throws Fault when it cannot be asked for so */
  static String askedFor(RawJson asked) {
    Map<String, RawJson> fields = RawJson.fieldsOf(asked, "body", "bytes");
    if (!fields.containsKey("bytes")) return check(fields.get("body"));
    if (fields.containsKey("body")) throw new Fault("out-of-range", "ask for body or for bytes, not for both");
    return '"' + MOST_FILLING.substring(0, (int) RawJson.integer(fields, "bytes", 0, PAYLOAD_LIMIT)) + '"';
  }
}
