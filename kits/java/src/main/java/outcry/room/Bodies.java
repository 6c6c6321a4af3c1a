package outcry.room;

import java.util.Map;
import outcry.Data;
import outcry.RawJson;

/** Finds the bodies in data: of events, beside names, and what {@code request} and {@code greet} ask for. */
final class Bodies {
  /** A payload of this many bytes is carried, and can be asked for. */
  static final int PAYLOAD_LIMIT = 1_048_576;

  private static final String FILLING = "etaoin shrdlucmfwypvbgkqjxz ETAOIN0123456789";
  private static final String MOST_FILLING = FILLING.repeat(PAYLOAD_LIMIT / FILLING.length() + 1);

  private Bodies() {}

  /** The body that the data of an event is. @throws Fault when it cannot be taken */
  static Body of(Data data) {
    return data.json() == null && data.text() != null ? Body.ofText(data.text()) : Body.of(data.toJson());
  }

  /**
   * The body that comes with a name, or with its return; null in JSON where there is none.
   *
   * @throws Fault when it cannot be taken
   */
  static Body beside(Data data) {
    if (data.json() == null || !data.json().isObject()) return Body.NULL;
    if (data.text() != null) return Body.ofText(data.text());
    RawJson body = RawJson.fieldsOf(data.json(), "body").get("body");
    return body == null ? Body.NULL : Body.of(body);
  }

  /** The body that {@code {"body": any}} or {@code {"bytes": n}} asks for. @throws Fault when it cannot be asked for so */
  static Body askedFor(Data asked) {
    Map<String, RawJson> fields = RawJson.fieldsOf(asked.json(), "body", "bytes");
    boolean hasText = asked.text() != null;
    if (!fields.containsKey("bytes")) return hasText ? Body.ofText(asked.text()) : Body.of(fields.get("body"));
    if (hasText || fields.containsKey("body")) throw new Fault("out-of-range", "ask for body or for bytes, not for both");
    return new Body(null, MOST_FILLING.substring(0, (int) RawJson.integer(fields, "bytes", 0, PAYLOAD_LIMIT)));
  }
}
